// Quintain.java: plays scenarios to the client under test, for JUnit 5.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package quintain;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Plays HTTP scenarios to the client under test, and fails the test if the client did anything else.
 *
 * <pre>{@code
 * @Test
 * void theRedirectIsFollowed(@Quintain.Scenario("followed.scenario") Quintain.Play play) throws Exception {
 *     var reply = client.send(HttpRequest.newBuilder(play.url("/old")).build(), BodyHandlers.ofString());
 *     assertEquals("here", reply.body());
 * }
 * }</pre>
 */
public final class Quintain implements ParameterResolver, AfterTestExecutionCallback {
    /**
     * The scenario of a parameter: a resource beside the test's class, a file, or a bundled scenario such as
     * {@code redirects/followed}, each with {@code #case} where it has a table; or the text itself, which has more than
     * one line.
     */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @ExtendWith(Quintain.class)
    public @interface Scenario {
        String value();
        /** After so many seconds the play is given up. */
        int deadline() default 60;
    }

    /** A scenario that is armed, on ports of its own. */
    public static final class Play {
        private final String name;
        private final String path;
        private final Scenario asked;
        private final Map<String, String> origins = new LinkedHashMap<>();

        private Play(String name, Scenario asked, String session) {
            this.name = name;
            this.asked = asked;
            this.path = "/sessions/" + Json.number(session, "id");
            this.origins.putAll(Json.strings(session, "origins"));
            Optional.ofNullable(Json.string(session, "warnings")).ifPresent(System.err::println);
        }

        /** An address on the origin {@code main}. */
        public URI url(String path) {
            return url("main", path);
        }

        /** An address on an origin. */
        public URI url(String origin, String path) {
            if (!origins.containsKey(origin)) {
                throw new IllegalArgumentException(
                    name + " has no origin '" + origin + "'; there are: " + String.join(", ", origins.keySet()));
            }
            return URI.create(origins.get(origin) + path);
        }

        /** What trusts the authority of origins with TLS. */
        public SSLContext trust() throws GeneralSecurityException, IOException {
            byte[] authorities = Server.running().call("GET", path + "/ca", null).getBytes(StandardCharsets.UTF_8);
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            CertificateFactory reader = CertificateFactory.getInstance("X.509");
            for (Certificate one : reader.generateCertificates(new ByteArrayInputStream(authorities))) {
                store.setCertificateEntry("authority " + store.size(), one);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers.getTrustManagers(), null);
            return context;
        }

        /** Ends a {@code ! hold}. */
        public void go() {
            Server.running().call("POST", path + "/go", "");
        }

        /** What the client has asked so far, also what no line takes. */
        public List<Request> requests() {
            return Json.requests(Server.running().call("GET", path + "/requests", null));
        }

        /** What was expected and what happened, side by side. */
        public String text() {
            return Server.running().call("GET", path + "/verdict?format=text", null);
        }

        /** Throws an error unless the client did what the scenario says. It is called when the test ends. */
        public void verify() {
            String session = Server.running().call("POST", path + "/end", "");
            if (List.of("fail", "unable").contains(Json.string(session, "verdict"))) {
                throw new AssertionError(name + " was not kept\n\n" + text());
            }
            if ("deadline".equals(Json.string(session, "ended"))) {
                throw new AssertionError(name + " was given up at its deadline, after " + asked.deadline()
                    + " s, and the test went on: give the client a timeout, or the play a longer 'deadline'\n\n" + text());
            }
            // A file may be one that other clients are judged by, whose drivers report callbacks.
            int unobserved = Integer.parseInt(Json.number(session, "unobserved"));
            if (unobserved > 0 && asked.value().contains("\n")) {
                System.err.println(unobserved + (unobserved == 1 ? " `*` line was" : " `*` lines were")
                    + " not judged, because nothing reports callbacks here: assert in Java what the client says");
            }
        }
    }

    /**
     * A request that has come: the body is the content, without the frames of chunks, of a long one the beginning,
     * 1 MiB, and then it is cut; the line is that of the scenario that has taken it, 0 if none has.
     */
    public record Request(
        String method, String target, HttpHeaders headers, byte[] body, boolean isCut, int line, String origin) {
        /** The target without its query, as it came. */
        public String path() {
            return target.replaceFirst("^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*", "").split("\\?", 2)[0];
        }

        /** The body in UTF-8. */
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private static final ExtensionContext.Namespace PLAYS = ExtensionContext.Namespace.create(Quintain.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.isAnnotated(Scenario.class) && parameter.getParameter().getType() == Play.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Scenario asked = parameter.findAnnotation(Scenario.class).orElseThrow();
        String name = asked.value().contains("\n") ? "the scenario" : asked.value();
        try {
            // What the client does until the test ends counts, however late it comes.
            String order = "{\"stays\":true,\"body\":1048576,\"deadline\":" + asked.deadline() + patience() + ","
                + Json.object(which(asked.value(), context.getRequiredTestClass())).substring(1);
            Play play = new Play(name, asked, Server.running().call("POST", "/sessions", order));
            plays(context).add(play);
            return play;
        } catch (IOException | IllegalArgumentException refusal) {
            throw new IllegalArgumentException(name + ": " + refusal.getMessage(), refusal);
        }
    }

    /** A debugger may hold the client for longer than a line may take. */
    private static String patience() {
        String seconds = System.getenv().getOrDefault("QUINTAIN_PATIENCE", "0");
        if (seconds.matches("-?\\d+")) {
            return ",\"patience\":" + seconds;
        }
        throw new IllegalArgumentException("QUINTAIN_PATIENCE is '" + seconds + "', and a number of seconds is wanted");
    }

    /** All that were armed for a test are verified; the first that was not kept fails it, and names the others. */
    @Override
    public void afterTestExecution(ExtensionContext context) {
        AssertionError first = null;
        for (Play play : plays(context)) {
            try {
                play.verify();
            } catch (AssertionError broken) {
                if (first == null) {
                    first = broken;
                } else {
                    first.addSuppressed(broken);
                }
            }
        }
        plays(context).clear();
        if (first != null) {
            throw first;
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Play> plays(ExtensionContext context) {
        return (List<Play>) context.getStore(PLAYS).getOrComputeIfAbsent("plays", key -> new ArrayList<Play>());
    }

    /** Which scenario is meant: a text, a resource, a file, or one that the server has. */
    private static Map<String, String> which(String scenario, Class<?> test) throws IOException {
        Map<String, String> order = new LinkedHashMap<>();
        if (scenario.contains("\n")) {
            order.put("text", scenario);
            return order;
        }
        String[] parts = scenario.split("#", 2);
        if (parts.length == 2) {
            order.put("case", parts[1]);
        }
        try (InputStream resource = test.getResourceAsStream(parts[0])) {
            if (resource != null) {
                order.put("text", new String(resource.readAllBytes(), StandardCharsets.UTF_8));
                order.put("name", name(test.getResource(parts[0]), parts[0]));
            } else if (Files.isRegularFile(Path.of(parts[0]))) {
                order.put("text", Files.readString(Path.of(parts[0])));
                order.put("name", name(Path.of(parts[0])));
            } else {
                order.put("scenario", parts[0].endsWith(".scenario") ? parts[0] : parts[0] + ".scenario");
            }
        }
        return order;
    }

    /** What the server calls the resource, beside which it finds the files that the resource names. */
    private static String name(URL resource, String asked) {
        if (!resource.getProtocol().equals("file")) {
            return asked;
        }
        try {
            return name(Path.of(resource.toURI()));
        } catch (URISyntaxException error) {
            return asked;
        }
    }

    private static String name(Path path) {
        Path file = path.toAbsolutePath().normalize();
        return (file.startsWith(ROOT) ? ROOT.relativize(file) : file).toString();
    }

    /** Texts of files below this folder are called by their path from here. */
    private static final Path ROOT = Path.of("").toAbsolutePath();

    /** The control API of a server. */
    private static final class Server {
        private static Server running;
        private final String url;
        /** Who knows it may name any file: of a server that is started for this process, that is this process alone. */
        private final String token;
        /** Its standard input is closed by the end of this process, which ends the server. */
        private final Process held;

        private Server(String url, String token, Process held) {
            this.url = url;
            this.token = token;
            this.held = held;
        }

        /** The server in QUINTAIN_URL, or else one that is started for this process. */
        static synchronized Server running() {
            if (running == null) {
                String there = System.getenv("QUINTAIN_URL");
                running = there == null ? start() : new Server(there.replaceAll("/$", ""), System.getenv("QUINTAIN_TOKEN"), null);
            }
            return running;
        }

        private static Server start() {
            String command = System.getenv().getOrDefault("QUINTAIN", "quintain");
            StringBuilder complaint = new StringBuilder();
            try {
                String token = UUID.randomUUID().toString();
                ProcessBuilder builder = new ProcessBuilder(
                    command, "serve", "--port", "0", "--control-port", "0", "--files-from", ROOT.toString(),
                    "--files-from", "/", "--until-eof", "--json")
                    .redirectErrorStream(true);
                builder.environment().put("QUINTAIN_TOKEN", token);
                Process process = builder.start();
                BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (line.startsWith("{")) {
                        return new Server(Json.string(line, "controlURL"), token, process);
                    }
                    complaint.append(line).append('\n');
                }
            } catch (IOException error) {
                throw new IllegalStateException("'" + command + "' cannot be started: " + error.getMessage(), error);
            }
            throw new IllegalStateException(
                complaint.length() == 0 ? "'" + command + " serve' has ended" : complaint.toString().strip());
        }

        /** One request; whatever proxy the environment names and timeout the process has, the server is here, and answers. */
        String call(String method, String path, String body) {
            try {
                HttpURLConnection request = (HttpURLConnection) new URL(url + path).openConnection(Proxy.NO_PROXY);
                request.setRequestMethod(method);
                request.setReadTimeout(0);
                if (token != null) {
                    request.setRequestProperty("Authorization", "Bearer " + token);
                }
                if (body != null) {
                    request.setDoOutput(true);
                    request.setRequestProperty("Content-Type", "application/json");
                    request.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
                }
                boolean refused = request.getResponseCode() >= 400;
                try (InputStream answer = refused ? request.getErrorStream() : request.getInputStream()) {
                    String text = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
                    if (refused) {
                        String help = Json.string(text, "help");
                        throw new IllegalArgumentException(
                            Json.string(text, "message") + (help == null ? "" : "\n" + help));
                    }
                    return text;
                }
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
    }

    /** As much of JSON as the API's answers need here; a member is found at any depth, the first one counts. */
    private static final class Json {
        // Possessive, so that a long text needs no deep stack.
        private static final String STRING = "\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"";
        private static final Pattern PAIR = Pattern.compile("\\[" + STRING + "," + STRING + "\\]");
        private static final Pattern REQUEST = Pattern.compile(
            "\"origin\":" + STRING + ",\"method\":" + STRING + ",\"target\":" + STRING + ",\"header\":\\[((?:" + PAIR
                + ",?)*+)\\](?:,\"(body|hex)\":" + STRING + ")?(,\"cut\":true)?,\"line\":(\\d+|null)");

        static String number(String json, String member) {
            return found(json, "\"" + member + "\":(\\d+)");
        }

        static String string(String json, String member) {
            String raw = found(json, "\"" + member + "\":" + STRING);
            return raw == null ? null : unescaped(raw);
        }

        static Map<String, String> strings(String json, String member) {
            Map<String, String> all = new LinkedHashMap<>();
            String object = found(json, "\"" + member + "\":\\{([^}]*)\\}");
            Matcher pairs = Pattern.compile(STRING + ":" + STRING).matcher(object);
            while (pairs.find()) {
                all.put(unescaped(pairs.group(1)), unescaped(pairs.group(2)));
            }
            return all;
        }

        static List<Request> requests(String json) {
            List<Request> all = new ArrayList<>();
            for (Matcher found = REQUEST.matcher(json); found.find();) {
                Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
                for (Matcher pair = PAIR.matcher(found.group(4)); pair.find();) {
                    fields.computeIfAbsent(unescaped(pair.group(1)), name -> new ArrayList<>())
                        .add(unescaped(pair.group(2)));
                }
                String body = found.group(8) == null ? "" : unescaped(found.group(8));
                all.add(new Request(
                    unescaped(found.group(2)), unescaped(found.group(3)), HttpHeaders.of(fields, (name, value) -> true),
                    "hex".equals(found.group(7)) ? HexFormat.of().parseHex(body) : body.getBytes(StandardCharsets.UTF_8),
                    found.group(9) != null, found.group(10).equals("null") ? 0 : Integer.parseInt(found.group(10)),
                    unescaped(found.group(1))));
            }
            return all;
        }

        static String object(Map<String, String> members) {
            StringBuilder json = new StringBuilder();
            members.forEach((name, value) ->
                json.append(json.length() == 0 ? "{" : ",").append(quoted(name)).append(":").append(quoted(value)));
            return json.append("}").toString();
        }

        private static String found(String json, String pattern) {
            Matcher matcher = Pattern.compile(pattern).matcher(json);
            return matcher.find() ? matcher.group(1) : null;
        }

        private static String quoted(String text) {
            StringBuilder json = new StringBuilder("\"");
            for (char c : text.toCharArray()) {
                if (c == '"' || c == '\\') {
                    json.append('\\').append(c);
                } else if (c < ' ') {
                    json.append(String.format("\\u%04x", (int) c));
                } else {
                    json.append(c);
                }
            }
            return json.append('"').toString();
        }

        private static String unescaped(String raw) {
            StringBuilder text = new StringBuilder();
            for (int at = 0; at < raw.length(); at++) {
                char c = raw.charAt(at);
                if (c != '\\') {
                    text.append(c);
                    continue;
                }
                c = raw.charAt(++at);
                switch (c) {
                    case 'b' -> text.append('\b');
                    case 'f' -> text.append('\f');
                    case 'n' -> text.append('\n');
                    case 'r' -> text.append('\r');
                    case 't' -> text.append('\t');
                    case 'u' -> {
                        text.append((char) Integer.parseInt(raw.substring(at + 1, at + 5), 16));
                        at += 4;
                    }
                    default -> text.append(c);
                }
            }
            return text.toString();
        }
    }
}
