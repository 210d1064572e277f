// QuintainTest.java: the messages that authors of tests see.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import quintain.Quintain;

class QuintainTest {
    @Test
    void aClientThatKeepsToTheScenarioPasses(@Quintain.Scenario("followed.scenario") Quintain.Play play)
        throws Exception {
        assertEquals("here", fetched(play.url("/old")));
    }

    @Test
    void aScenarioMayStandInTheTest(@Quintain.Scenario("> GET /a\n< 200\n<\n< \"here\"\n") Quintain.Play play)
        throws Exception {
        assertEquals("\"here\"", fetched(play.url("/a")));
    }

    @Test
    void aScenarioMayNameFilesBesideIt(@Quintain.Scenario("filed.scenario") Quintain.Play play) throws Exception {
        assertEquals("from a file\n", fetched(play.url("/answer")));
    }

    @Test
    void theRequestsThatCameAreTold(
        @Quintain.Scenario("> POST /a?{{any}}\n< 201\n> PUT /b\n< 200\n") Quintain.Play play) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        String text = "\"\\é\n\"".repeat(600);
        byte[] bytes = new byte[100_000];
        Arrays.fill(bytes, (byte) 0xff);
        client.send(HttpRequest.newBuilder(play.url("/a?b=c")).header("X-A", "\"1\"")
            .POST(HttpRequest.BodyPublishers.ofString(text)).build(), BodyHandlers.discarding());
        client.send(HttpRequest.newBuilder(play.url("/b"))
            .PUT(HttpRequest.BodyPublishers.ofByteArray(bytes)).build(), BodyHandlers.discarding());
        List<Quintain.Request> all = play.requests();
        Quintain.Request first = all.get(0);
        assertEquals(List.of("POST", "/a?b=c", "/a", "main"), List.of(first.method(), first.target(), first.path(), first.origin()));
        assertEquals("\"1\"", first.headers().firstValue("x-a").orElseThrow());
        assertEquals(text, first.text());
        assertEquals(1, first.line());
        assertEquals(List.of("PUT", 3), List.of(all.get(1).method(), all.get(1).line()));
        assertArrayEquals(bytes, all.get(1).body());
        assertEquals(2, all.size());
    }

    @Test
    void aRowOfABundledTableIsPlayed(@Quintain.Scenario("redirects/followed#302") Quintain.Play play)
        throws Exception {
        fetched(play.url("/old"));
    }

    @RepeatedTest(2)
    void eachRepetitionArmsItAnew(@Quintain.Scenario("followed.scenario") Quintain.Play play) throws Exception {
        assertEquals("here", fetched(play.url("/old")));
    }

    @Test
    void twoScenariosAtTheSameTimeDoNotDisturbEachOther(
        @Quintain.Scenario("followed.scenario") Quintain.Play one,
        @Quintain.Scenario("followed.scenario") Quintain.Play other) throws Exception {
        assertNotEquals(one.url(""), other.url(""));
        CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> fetched(other.url("/old")));
        assertEquals("here", fetched(one.url("/old")));
        assertEquals("here", first.get());
    }

    @Test
    void aClientTrustsTheAuthorityOfAnOriginWithTLS(
        @Quintain.Scenario("origin main https\n> GET /a\n< 200\n<\n< here\n") Quintain.Play play) throws Exception {
        HttpClient trusting = HttpClient.newBuilder().sslContext(play.trust()).build();
        assertEquals("here",
            trusting.send(HttpRequest.newBuilder(play.url("/a")).build(), BodyHandlers.ofString()).body());
    }

    /** The check sets a default of 200 ms for all reads of this process. */
    @Test
    void aVerdictMayTakeLongerThanTheProcessReadsByDefault(
        @Quintain.Scenario("> GET /a\n< 200\n! quiet 500ms\n") Quintain.Play play) {
        assertEquals("200", System.getProperty("sun.net.client.defaultReadTimeout"));
        fetched(play.url("/a"));
    }

    @Test
    void aServerThatIsThereAlreadyIsUsed() throws Exception {
        Process server = new ProcessBuilder(
            System.getenv().getOrDefault("QUINTAIN", "quintain"), "serve", "httpbin", "--port", "0", "--control-port",
            "0", "--until-eof", "--json").start();
        try {
            String told = new BufferedReader(new InputStreamReader(server.getInputStream())).readLine();
            Matcher control = Pattern.compile("\"controlURL\":\"([^\"]*)\"").matcher(told);
            assertTrue(control.find());
            expect(erring("noRequest", Map.of("QUINTAIN_URL", control.group(1), "QUINTAIN", "nothing-of-this-name")),
                "no connection came");
        } finally {
            server.getOutputStream().close();
            server.waitFor();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '%', quoteCharacter = '~', value = {
        "anotherPath % followed\\.scenario was not kept.*expected +│ happened.*> GET /new.*too soon",
        "noRequest % followed\\.scenario was not kept.*followed\\.scenario:2: failure.*no connection came",
        "neitherOfTwo % followed\\.scenario was not kept.*Suppressed: .*the scenario was not kept",
        "aReasonOfItsOwn % a reason.*Suppressed: .*followed\\.scenario was not kept",
        "aForgottenReply % the text:1:8: warning: 'a' is captured but never used",
        "aReplyThatNeverComes % the scenario was given up at its deadline, after 1 s.*! stall",
        "aLineOfACallback % 1 `\\*` line was not judged, because nothing reports callbacks here",
        "anUnreadableScenario % the scenario: the text:2:3: error: no callback is called 'redirct'.*'redirect'",
        "aNameThatIsNotThere % redirects/folowed: there is no scenario.*'redirects/followed\\.scenario'",
        "anOriginThatIsNotThere % followed\\.scenario has no origin 'mian'; there are: main",
    })
    void whatIsSaidOf(String name, String expected) throws Exception {
        expect(erring(name, Map.of()), expected);
    }

    @Test
    void aCommandThatIsNotThereIsNamed() throws Exception {
        expect(erring("noRequest", Map.of("QUINTAIN", "nothing-of-this-name")),
            "'nothing-of-this-name' cannot be started");
    }

    @Test
    void whatTheCommandSaysOfItsFixturesIsPassedOn() throws Exception {
        expect(erring("noRequest", Map.of("QUINTAIN_FIXTURES", "/nowhere")),
            "quintain serve: QUINTAIN_FIXTURES is '/nowhere', which is no folder");
    }

    @Test
    void aVariableSaysHowPatientThePlaysAre() throws Exception {
        expect(erring("noRequest", Map.of("QUINTAIN_PATIENCE", "-1")), "the patience cannot be -1 seconds");
        expect(erring("noRequest", Map.of("QUINTAIN_PATIENCE", "1h")),
            "QUINTAIN_PATIENCE is '1h', and a number of seconds is wanted");
    }

    @Test
    void theServerEndsWithATestThatIsKilled() throws Exception {
        Matcher origin = Pattern.compile("http:\\S+").matcher(erring("killed", Map.of()));
        assertTrue(origin.find());
        URI url = URI.create(origin.group());
        // It ends as soon as it sees the end of the pipe, and then nothing answers there.
        long last = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() - last < 0) {
            try {
                new Socket(url.getHost(), url.getPort()).close();
            } catch (ConnectException refused) {
                return;
            }
        }
        fail("the server outlives its test");
    }

    static String fetched(URI url) {
        try {
            HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
            return client.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString()).body();
        } catch (Exception error) {
            throw new IllegalStateException(error);
        }
    }

    /** Runs one of the tests that fail, by itself; returns its output. */
    private static String erring(String name, Map<String, String> environment) throws Exception {
        ProcessBuilder test = new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(), "-cp", System.getProperty("java.class.path"),
            "org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--select-method",
            "Erring#" + name + Arrays.stream(Erring.class.getDeclaredMethods())
                .filter(method -> method.getName().equals(name))
                .flatMap(method -> Arrays.stream(method.getParameterTypes())).map(Class::getName)
                .collect(Collectors.joining(",", "(", ")"))).redirectErrorStream(true);
        test.environment().putAll(environment);
        Process running = test.start();
        running.getOutputStream().close();
        String said = new String(running.getInputStream().readAllBytes(), "UTF-8");
        assertNotEquals(0, running.waitFor(), said);
        return said;
    }

    private static void expect(String said, String pattern) {
        assertTrue(Pattern.compile(pattern, Pattern.DOTALL).matcher(said).find(), () -> pattern + " is not in\n" + said);
    }
}
