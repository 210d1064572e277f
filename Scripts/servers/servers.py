# servers.py: servers that are not ours, each on free ports of the loopback, for servers/check.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""nginx, httpbin (from PyPI, on Flask's own server), Python's http.server, `openssl s_server` and squid."""

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


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Servers:
    """Starts all of them; `ports` tells where each listens. Ends each by its process."""

    def __init__(self, folder, quintain):
        self.folder, self.quintain = folder, quintain
        self.ports, self.running = {}, []
        self.authority = subprocess.run(
            [quintain, "certificate", "--authority"], capture_output=True, text=True, check=True).stdout.strip()

    def __enter__(self):
        try:
            self.write_files()
            self.start_nginx()
            self.start_httpbin()
            self.start_http_server()
            self.start_s_server()
            self.start_squid()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in self.running:
            process.terminate()
        for process in self.running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
                continue
            process.kill()
            process.wait()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(content)

    def write_files(self):
        # squid and nginx give up root, and have to be let in.
        os.chmod(self.folder, 0o755)
        self.write("files/hello.txt", b"hello\n")
        self.write("files/empty.txt", b"")
        self.write("files/text.txt", TEXT)
        self.write("files/big.bin", BIG)
        self.write("files/folder/index.html", b"<p>in the folder</p>\n")
        self.write("put/one.txt", b"what was there before\n")
        # Whichever of them writes there first, the file is replaced.
        os.chmod(self.path("put"), 0o777)
        os.chmod(self.path("put/one.txt"), 0o666)
        password = subprocess.run(["openssl", "passwd", "-apr1", "secret"], capture_output=True, text=True, check=True)
        self.write("passwords", b"alice:" + password.stdout.encode())
        for words in (["localhost"], ["alice", "--client"]):
            subprocess.run([self.quintain, "certificate", *words, "--out", self.folder], check=True, capture_output=True)
        with open(self.path("both.pem"), "w") as both:
            for name in ("alice.pem", "alice.key"):
                both.write(open(self.path(name)).read())
        # nginx's worker may have given up root.
        os.chmod(self.path("localhost.key"), 0o644)

    # Each waits until it listens.

    def start(self, name, words, ports, **options):
        log = open(self.path(name + ".out"), "wb")
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)
        self.running.append(process)
        deadline = time.monotonic() + 30
        for port in ports:
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                if process.poll() is not None or time.monotonic() > deadline:
                    raise setting.Trouble(f"{name} does not listen:\n{open(self.path(name + '.out')).read()[-2000:]}")
                time.sleep(0.05)

    def start_nginx(self):
        names = ("http", "tls", "tls12", "tls13", "mutual")
        self.ports.update({name: free_port() for name in names})
        places = PLACES % ((self.folder,) * 4)
        self.write("nginx.conf", NGINX.format(
            folder=self.folder, authority=self.authority, places=places, **self.ports).encode())
        self.start("nginx", ["nginx", "-c", self.path("nginx.conf"), "-e", self.path("nginx.log")],
                   [self.ports[name] for name in names])

    def start_httpbin(self):
        self.ports["bin"] = free_port()
        program = f"from httpbin import app; app.run(port={self.ports['bin']}, threaded=True)"
        self.start("httpbin", [sys.executable, "-c", program], [self.ports["bin"]])

    def start_http_server(self):
        self.ports["old"] = free_port()
        self.start("http.server", [sys.executable, "-m", "http.server", "--bind", "127.0.0.1", str(self.ports["old"])],
                   [self.ports["old"]], cwd=self.path("files"))

    def start_s_server(self):
        for name, version in (("s12", "-tls1_2"), ("s13", "-tls1_3")):
            self.ports[name] = free_port()
            self.start("s_server " + name, [
                "openssl", "s_server", "-www", version, "-accept", f"127.0.0.1:{self.ports[name]}", "-cert",
                self.path("localhost.pem"), "-key", self.path("localhost.key")], [self.ports[name]])

    def start_squid(self):
        self.ports["gate"] = free_port()
        ncsa = next((path for path in NCSA if os.path.exists(path)), None)
        if ncsa is None:
            raise setting.Trouble("squid's basic_ncsa_auth is not there: Scripts/setup squid")
        self.write("squid.conf", "\n".join([
            f"http_port 127.0.0.1:{self.ports['gate']}", f"auth_param basic program {ncsa} {self.path('passwords')}",
            "auth_param basic realm gate", "acl known proxy_auth REQUIRED", "http_access allow known",
            "http_access deny all", "cache deny all", "access_log none", f"cache_log {self.path('squid.log')}",
            f"pid_filename {self.path('squid.pid')}", f"coredump_dir {self.folder}", "shutdown_lifetime 0 seconds",
            "visible_hostname gate.test", "netdb_filename none", "pinger_enable off", ""]).encode())
        for name in ("squid.log", "passwords"):
            self.write(name, open(self.path(name), "rb").read() if os.path.exists(self.path(name)) else b"")
            os.chmod(self.path(name), 0o666)
        os.chmod(self.folder, 0o777)
        self.start("squid", ["squid", "-N", "-f", self.path("squid.conf")], [self.ports["gate"]])
