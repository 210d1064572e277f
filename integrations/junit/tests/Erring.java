// Erring.java: tests that fail, each in another way; QuintainTest.java runs them and reads their output.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;
import quintain.Quintain;

class Erring {
    @Test
    void anotherPath(@Quintain.Scenario("followed.scenario") Quintain.Play play) throws Exception {
        QuintainTest.fetched(play.url("/new"));
    }

    @Test
    void noRequest(@Quintain.Scenario("followed.scenario") Quintain.Play play) {
    }

    @Test
    void neitherOfTwo(
        @Quintain.Scenario("followed.scenario") Quintain.Play one,
        @Quintain.Scenario("> GET /b\n< 200\n") Quintain.Play other) {
    }

    @Test
    void aReasonOfItsOwn(@Quintain.Scenario("followed.scenario") Quintain.Play play) {
        fail("a reason");
    }

    @Test
    void anUnreadableScenario(@Quintain.Scenario("> GET /\n* redirct\n") Quintain.Play play) {
    }

    @Test
    void aForgottenReply(@Quintain.Scenario("> GET /{{a = any}}\n< 200\n") Quintain.Play play) {
    }

    @Test
    void aReplyThatNeverComes(
        @Quintain.Scenario(value = "> GET /a\n! stall\n", deadline = 1) Quintain.Play play) {
        try {
            QuintainTest.fetched(play.url("/a"));
        } catch (IllegalStateException expected) {
            // The client has no timeout: the server lets it go.
        }
    }

    @Test
    void aLineOfACallback(@Quintain.Scenario("> GET /a\n< 200\n* finish\n") Quintain.Play play) {
        QuintainTest.fetched(play.url("/a"));
        fail("a reason");
    }

    @Test
    void aNameThatIsNotThere(@Quintain.Scenario("redirects/folowed") Quintain.Play play) {
    }

    @Test
    void anOriginThatIsNotThere(@Quintain.Scenario("followed.scenario") Quintain.Play play) {
        play.url("mian", "/");
    }

    @Test
    void killed(@Quintain.Scenario("followed.scenario") Quintain.Play play) {
        System.out.println(play.url(""));
        System.out.flush();
        Runtime.getRuntime().halt(137);
    }
}
