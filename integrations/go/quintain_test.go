// quintain_test.go: the messages that authors of tests see.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package quintain

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

const followed = "testdata/followed.scenario"

func fetched(t *testing.T, url string) string {
	t.Helper()
	reply, err := direct.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestAClientThatKeepsToTheScenarioPasses(t *testing.T) {
	play := Play(t, followed)
	if body := fetched(t, play.URL("/old")); body != "here" {
		t.Errorf("%q", body)
	}
}

func TestAClientThatWorksByItselfIsWaitedFor(t *testing.T) {
	play := Play(t, followed)
	done := make(chan error)
	go func() {
		reply, err := direct.Get(play.URL("/old"))
		if err == nil {
			reply.Body.Close()
		}
		done <- err
	}()
	play.Wait(10 * time.Second)
	if count := len(play.Requests()); count != 2 {
		t.Error(count)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestAScenarioMayStandInTheTest(t *testing.T) {
	play := Play(t, "> GET /a\n< 200\n<\n< here\n")
	if body := fetched(t, play.URL("/a")); body != "here" {
		t.Errorf("%q", body)
	}
}

func TestItsIndentationDoesNotCount(t *testing.T) {
	for _, text := range []string{`
		> GET /a

		< 200
		<
		< {"b":
		<   1}
	`, `> GET /a
		< 200
		<
		< {"b":
		<   1}`} {
		play := Play(t, text)
		if body := fetched(t, play.URL("/a")); body != "{\"b\":\n  1}" {
			t.Errorf("%q", body)
		}
	}
	if text := "client GET /a\n       X: 1\n> GET /a\n"; written(text) != text {
		t.Errorf("%q", written(text))
	}
}

func TestAScenarioMayNameFilesBesideIt(t *testing.T) {
	play := Play(t, "testdata/filed.scenario")
	if body := fetched(t, play.URL("/answer")); body != "from a file\n" {
		t.Errorf("%q", body)
	}
}

func TestItMayDoSoWhereverTheTestHasWrittenBoth(t *testing.T) {
	folder := t.TempDir()
	text := func(file string) string { return fmt.Sprintf("> GET /a\n< 200\n<\n< {{file %q}}\n", file) }
	for name, contents := range map[string]string{"answer.txt": "written", "own.scenario": text("answer.txt")} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(contents), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(folder, "own.scenario")
	fromHere, err := filepath.Rel(here, own)
	if err != nil {
		t.Fatal(err)
	}
	for _, scenario := range []string{own, fromHere, text(filepath.Join(folder, "answer.txt"))} {
		play := Play(t, scenario)
		if body := fetched(t, play.URL("/a")); body != "written" {
			t.Errorf("%s: %q", scenario, body)
		}
	}
}

func TestTheRequestsThatCameAreTold(t *testing.T) {
	play := Play(t, "> POST /a?{{any}}\n< 201\n> PUT /b\n< 200\n")
	long := strings.Repeat("\xff\x00", 50_000)
	for _, each := range []struct{ method, path, body string }{{"POST", "/a?q=a+b&q=%C3%A9", "{}"}, {"PUT", "/b", long}} {
		request, err := http.NewRequest(each.method, play.URL(each.path), strings.NewReader(each.body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-A", "1")
		reply, err := direct.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		reply.Body.Close()
	}
	all := play.Requests()
	if len(all) != 2 {
		t.Fatalf("%v", all)
	}
	first, second := all[0], all[1]
	if first.Method != "POST" || first.Path != "/a" || strings.Join(first.Query["q"], ",") != "a b,é" ||
		first.Header.Get("x-a") != "1" || string(first.Body) != "{}" || first.Line != 1 || first.Origin != "main" {
		t.Errorf("%+v", first)
	}
	if second.Target != "/b" || string(second.Body) != long || second.IsCut {
		t.Errorf("%+v", second)
	}
}

func TestARowOfABundledTableIsPlayed(t *testing.T) {
	play := Play(t, "redirects/followed#302", Order{"deadline": 30})
	fetched(t, play.URL("/old"))
}

func TestTwoScenariosAtTheSameTimeDoNotDisturbEachOther(t *testing.T) {
	one, other := Play(t, followed), Play(t, followed)
	if one.URL("") == other.URL("") {
		t.Error("both are at", one.URL(""))
	}
	bodies := make(chan string, 2)
	for _, play := range []*Scenario{one, other} {
		go func(url string) {
			reply, err := direct.Get(url)
			if err != nil {
				bodies <- err.Error()
				return
			}
			defer reply.Body.Close()
			body, _ := io.ReadAll(reply.Body)
			bodies <- string(body)
		}(play.URL("/old"))
	}
	for range []int{1, 2} {
		if body := <-bodies; body != "here" {
			t.Errorf("%q", body)
		}
	}
}

func TestAClientTrustsTheAuthorityOfAnOriginWithTLS(t *testing.T) {
	play := Play(t, "origin main https\n> GET /a\n< 200\n<\n< here\n")
	trusting := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: play.Authorities()}, DisableKeepAlives: true}
	reply, err := (&http.Client{Transport: trusting}).Get(play.URL("/a"))
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
}

func TestAServerThatIsThereAlreadyIsUsed(t *testing.T) {
	serve := exec.Command(command(), "serve", "httpbin", "--port", "0", "--control-port", "0", "--until-eof", "--json")
	stdin, err := serve.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	defer serve.Wait()
	defer stdin.Close()
	var ready struct{ ControlURL string }
	if err := json.NewDecoder(bufio.NewReader(stdout)).Decode(&ready); err != nil {
		t.Fatal(err)
	}
	said := erring(t, "no-request", "QUINTAIN_URL="+ready.ControlURL, "QUINTAIN=nothing-of-this-name")
	expect(t, said, `no connection came`)
}

func TestWhatIsSaidOf(t *testing.T) {
	for name, expected := range map[string]string{
		"another-path":                `(?s)was not kept.*expected +│ happened.*> GET /new.*too soon`,
		"no-request":                  `(?s)testdata/followed\.scenario was not kept.*testdata/followed\.scenario:2: failure.*no connection came`,
		"a-reason-of-its-own":         `(?s)a reason.*testdata/followed\.scenario was not kept`,
		"a-forgotten-reply":           `the text:1:8: warning: 'a' is captured but never used`,
		"a-reply-that-never-comes":    `(?s)the scenario was given up at its deadline, after 1 s.*! stall`,
		"a-line-of-a-callback":        "1 `\\*` line was not judged, because nothing reports callbacks here",
		"an-unreadable-scenario":      `(?s)the scenario: the text:2:3: error: no callback is called 'redirct'.*'redirect'`,
		"a-name-that-is-not-there":    `(?s)redirects/folowed: there is no scenario.*'redirects/followed\.scenario'`,
		"a-folder":                    `testdata: is a directory`,
		"an-origin-that-is-not-there": `testdata/followed\.scenario has no origin 'mian'; there are: main`,
	} {
		t.Run(name, func(t *testing.T) { expect(t, erring(t, name), expected) })
	}
}

func TestTheLinesOfATextAreToldAsTheyAreKnown(t *testing.T) {
	source, err := os.ReadFile("quintain_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, each := range map[string][2]string{
		"text":             {"> X-Text: 1", `quintain_test\.go:LINE: the scenario was not kept(?s:.*)quintain_test\.go:LINE: failure: X-Text is missing`},
		"text-constant":    {"> X-Constant: 1", `quintain_test\.go:LINE: the scenario was not kept`},
		"text-unreadable":  {"<2" + "01", `the scenario: quintain_test\.go:LINE:4: error: a blank stands(?s:.*)LINE \| <201`},
		"text-nothing":     {"# No" + "thing", `the scenario: quintain_test\.go:BEGIN:4: error: nothing begins a load.*\n +help:`},
		"text-with-value":  {"", `: the scenario was not kept(?s:.*)the text:3: failure`},
		"text-twice":       {"", `: the scenario was not kept(?s:.*)the text:3: failure`},
		"text-part":        {"", `: the scenario was not kept(?s:.*)the text:2: failure`},
		"text-interpreted": {"", `: the scenario was not kept(?s:.*)the text:2: failure`},
	} {
		t.Run(name, func(t *testing.T) {
			above, _, _ := strings.Cut(string(source), "\t"+each[0]+"\n")
			line := strings.Count(above, "\n") + 1
			pattern := strings.ReplaceAll(strings.ReplaceAll(each[1], "LINE", fmt.Sprint(line)), "BEGIN", fmt.Sprint(line-1))
			expect(t, erring(t, name), pattern)
		})
	}
}

const constant = `
	> GET /a
	> X-Constant: 1
	< 200
	`

func TestACommandThatIsNotThereIsNamed(t *testing.T) {
	expect(t, erring(t, "no-request", "QUINTAIN=nothing-of-this-name"), `'nothing-of-this-name' cannot be started`)
}

func TestWhatTheCommandSaysOfItsFixturesIsPassedOn(t *testing.T) {
	said := erring(t, "no-request", "QUINTAIN_FIXTURES=/nowhere")
	expect(t, said, `quintain serve: QUINTAIN_FIXTURES is '/nowhere', which is no folder`)
}

func TestAVariableSaysHowPatientThePlaysAre(t *testing.T) {
	expect(t, erring(t, "no-request", "QUINTAIN_PATIENCE=-1"), `the patience cannot be -1 seconds`)
	expect(t, erring(t, "no-request", "QUINTAIN_PATIENCE=1h"), `QUINTAIN_PATIENCE is '1h', and a number of seconds is wanted`)
}

func TestTheServerEndsWithATestThatIsKilled(t *testing.T) {
	origin, err := url.Parse(regexp.MustCompile(`http:\S+`).FindString(erring(t, "killed")))
	if err != nil {
		t.Fatal(err)
	}
	// It ends as soon as it sees the end of the pipe, and then nothing answers there.
	for last := time.Now().Add(20 * time.Second); time.Now().Before(last); {
		connection, err := net.Dial("tcp", origin.Host)
		if errors.Is(err, syscall.ECONNREFUSED) {
			return
		}
		if err == nil {
			connection.Close()
		}
	}
	t.Error("the server outlives its test")
}

// TestErring fails, in the way that a variable names; the tests above run it and read its output.
func TestErring(t *testing.T) {
	switch os.Getenv("QUINTAIN_ERRING") {
	case "":
		t.Skip("the other tests run this one")
	case "another-path":
		fetched(t, Play(t, followed).URL("/new"))
	case "no-request":
		Play(t, followed)
	case "a-reason-of-its-own":
		Play(t, followed)
		t.Fatal("a reason")
	case "an-unreadable-scenario":
		Play(t, "> GET /\n* redirct\n")
	case "text":
		fetched(t, Play(t, `
			> GET /a
			> X-Text: 1
			< 200
			`).URL("/a"))
	case "text-constant":
		fetched(t, Play(t, constant).URL("/a"))
	case "text-unreadable":
		Play(t, `
			> GET /a
			<201
			`)
	case "text-nothing":
		Play(t, `
			# Nothing
			`)
	case "text-with-value":
		fetched(t, Play(t, fmt.Sprintf(`
			> GET /%s
			> X-Value: 1
			< 200
			`, "a")).URL("/a"))
	case "text-twice":
		twice := []string{`
			> GET /a
			> X-Twice: 1
			< 200
			`, `
			> GET /a
			> X-Twice: 1
			< 200
			`}
		fetched(t, Play(t, twice[1]).URL("/a"))
	case "text-part":
		// These lines stand in another text as well.
		fetched(t, Play(t, "\t\t\t> GET /a\n\t\t\t> X-Text: 1\n\t\t\t< 200\n").URL("/a"))
	case "text-interpreted":
		fetched(t, Play(t, "> GET /a\n> X-Interpreted: 1\n< 200\n").URL("/a"))
	case "a-forgotten-reply":
		Play(t, "> GET /{{a = any}}\n< 200\n")
	case "a-reply-that-never-comes":
		if reply, err := direct.Get(Play(t, "> GET /a\n! stall\n", Order{"deadline": 1}).URL("/a")); err == nil {
			reply.Body.Close()
		}
	case "a-line-of-a-callback":
		fetched(t, Play(t, "> GET /a\n< 200\n* finish\n").URL("/a"))
		t.Error("a reason")
	case "a-name-that-is-not-there":
		Play(t, "redirects/folowed")
	case "a-folder":
		Play(t, "testdata")
	case "an-origin-that-is-not-there":
		Play(t, followed).At("mian", "/")
	case "killed":
		fmt.Println(Play(t, followed).URL(""))
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
}

func erring(t *testing.T, name string, environment ...string) string {
	t.Helper()
	test := exec.Command(os.Args[0], "-test.run", "^TestErring$")
	test.Env = append(append(os.Environ(), "QUINTAIN_ERRING="+name), environment...)
	said, err := test.CombinedOutput()
	if err == nil {
		t.Fatalf("it has passed: %s", said)
	}
	return string(said)
}

func expect(t *testing.T, said, pattern string) {
	t.Helper()
	if !regexp.MustCompile(pattern).MatchString(said) {
		t.Errorf("%s is not in\n%s", pattern, said)
	}
}

func command() string {
	if command := os.Getenv("QUINTAIN"); command != "" {
		return command
	}
	return "quintain"
}
