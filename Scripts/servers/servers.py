# servers.py: servers that are not ours, each on free ports of the loopback, for servers/check.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""nginx, httpbin (from PyPI, on Flask's own server) and squid."""

import contextlib
import os
import socket
import subprocess
import sys
import time

import setting

NCSA = ["/usr/lib/squid/basic_ncsa_auth", "/usr/lib64/squid/basic_ncsa_auth"]
BIG = bytes((index * 7 + index // 251) % 256 for index in range(65_521)) * 80
TEXT = b"".join(b"line %d of a text that gets shorter\n" % index for index in range(2_000))

NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 256; }}
http {{
    access_log off; default_type application/octet-stream;
    types {{ text/plain txt; text/html html; }}
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    client_max_body_size 20m; gzip_types text/plain; gzip_min_length 1000; etag on;
    ssl_certificate {folder}/localhost.pem; ssl_certificate_key {folder}/localhost.key;
    ssl_client_certificate {authority}; ssl_session_cache shared:s:1m;
    server {{ listen 127.0.0.1:{http}; root {folder}/files; add_header X-Request $connection_requests; {places} }}
    server {{ listen 127.0.0.1:{tls} ssl; root {folder}/files; ssl_protocols TLSv1.2 TLSv1.3;
              add_header X-Request $connection_requests; {places} }}
    server {{ listen 127.0.0.1:{tls12} ssl; root {folder}/files; ssl_protocols TLSv1.2; add_header X-TLS $ssl_protocol; }}
    server {{ listen 127.0.0.1:{tls13} ssl; root {folder}/files; ssl_protocols TLSv1.3; add_header X-TLS $ssl_protocol; }}
    server {{ listen 127.0.0.1:{mutual} ssl; root {folder}/files; ssl_verify_client on;
              add_header X-Client $ssl_client_s_dn; }}
}}
"""
PLACES = """
        location /zip/ { alias %s/files/; gzip on; }
        location /closed { return 444; }
        location /301 { return 301 /hello.txt; }
        location /302 { return 302 hello.txt; }
        location /303 { return 303 /hello.txt?x=1#part; }
        location /308 { return 308 /hello.txt; }
        location /nowhere { add_header Location /hello.txt; return 300; }
        location /vault { auth_basic vault; auth_basic_user_file %s/passwords; alias %s/files/hello.txt; }
        location /put/ { alias %s/put/; dav_methods PUT DELETE; create_full_put_path on; }
"""


SQUID = """
http_port 127.0.0.1:{gate}
auth_param basic program {ncsa} {folder}/passwords
auth_param basic realm gate
acl known proxy_auth REQUIRED
http_access allow known
http_access deny all
cache deny all
access_log none
cache_log {folder}/squid.log
pid_filename {folder}/squid.pid
coredump_dir {folder}
shutdown_lifetime 0 seconds
visible_hostname gate.test
netdb_filename none
pinger_enable off
"""


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Servers:
    """Starts all of them; `ports` tells where each listens, and `none` where nobody does. Ends each by its process."""

    def __init__(self, folder):
        self.folder, self.running = folder, []
        self.ports = {name: free_port() for name in ("http", "tls", "tls12", "tls13", "mutual", "bin", "gate", "none")}
        self.authority = self.certificate("--authority").strip()

    def __enter__(self):
        try:
            self.write_files()
            self.start(["nginx", "-c", self.path("nginx.conf"), "-e", self.path("nginx.log")], "http", "tls", "tls12", "tls13", "mutual")
            self.start([sys.executable, "-c", f"from httpbin import app; app.run(port={self.ports['bin']}, threaded=True)"], "bin")
            self.start(["squid", "-N", "-f", self.path("squid.conf")], "gate")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.running:
            process.terminate()
        for process in self.running:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def certificate(self, *words):
        command = [os.path.join(setting.RELEASE, "quintain"), "certificate", *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content, mode=0o644):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(content)
        os.chmod(self.path(name), mode)

    def write_files(self):
        for name, content in (("hello.txt", b"hello\n"), ("empty.txt", b""), ("text.txt", TEXT), ("big.bin", BIG)):
            self.write(f"files/{name}", content)
        # squid and nginx give up root, and have to be let in.
        self.write("put/one.txt", b"what was there before\n", 0o666)
        for folder in ("", "put"):
            os.chmod(self.path(folder), 0o777)
        password = subprocess.run(["openssl", "passwd", "-apr1", "secret"], capture_output=True, text=True, check=True).stdout
        self.write("passwords", f"alice:{password}".encode(), 0o666)
        self.write("squid.log", b"", 0o666)
        self.certificate("localhost", "--out", self.folder)
        self.certificate("alice", "--client", "--out", self.folder)
        os.chmod(self.path("localhost.key"), 0o644)
        self.write("both.pem", b"".join(open(self.path(f"alice.{suffix}"), "rb").read() for suffix in ("pem", "key")))
        ncsa = next((path for path in NCSA if os.path.exists(path)), None)
        known = {"folder": self.folder, "authority": self.authority, "ncsa": ncsa, **self.ports}
        self.write("nginx.conf", NGINX.format(places=PLACES % ((self.folder,) * 4), **known).encode())
        self.write("squid.conf", SQUID.format(**known).encode())

    def start(self, words, *names):
        """Waits until it listens at all its ports."""
        with open(self.path("log"), "ab") as log:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.running.append(process)
        deadline = time.monotonic() + 30
        for name in names:
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.ports[name]), 1):
                    break
                if process.poll() is not None or time.monotonic() > deadline:
                    raise setting.Trouble(f"{words[0]} does not listen:\n{open(self.path('log')).read()[-2000:]}")
                time.sleep(0.05)
