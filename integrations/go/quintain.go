// quintain.go: plays scenarios to the client under test, for go test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

// Package quintain plays HTTP scenarios to the client under test, and fails the test if the client did anything else:
//
//	func TestTheRedirectIsFollowed(t *testing.T) {
//		play := quintain.Play(t, "testdata/followed.scenario")
//		reply, err := http.Get(play.URL("/old"))
//		…
//	}
package quintain

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Scenario is one that is armed, on ports of its own.
type Scenario struct {
	// Origins has the URL of each origin by its name.
	Origins map[string]string

	t     testing.TB
	name  string
	path  string
	order Order
	file  string // in which the text stands, if that is known for sure
}

// Order has members of the order that arms a scenario: docs/control-api.md.
type Order map[string]any

// Play arms a scenario and verifies it when the test ends.
//
// The scenario is a file, whose path begins at the folder of the test; a bundled scenario such as "redirects/followed",
// each with "#case" where it has a table; or the text itself, which has more than one line and may be indented.
func Play(t testing.TB, scenario string, orders ...Order) *Scenario {
	t.Helper()
	one := &Scenario{t: t, name: scenario}
	if strings.Contains(scenario, "\n") {
		one.name = "the scenario"
	}
	order, err := which(scenario)
	if err != nil {
		t.Fatal(err)
	}
	_, path, line, _ := runtime.Caller(1)
	if first := standing(scenario, path, line); first > 0 {
		one.file = filepath.Base(path)
		order["name"], order["line"] = one.file, first
		order["column"] = widthOfLast(scenario) - widthOfLast(written(scenario)) + 1
	}
	// What the client does until the test ends counts, however late it comes.
	order["stays"] = true
	order["deadline"] = deadline
	order["body"] = 1 << 20
	// A debugger may hold the client for longer than a line may take.
	if asked := os.Getenv("QUINTAIN_PATIENCE"); asked != "" {
		if order["patience"], err = strconv.Atoi(asked); err != nil {
			t.Fatalf("QUINTAIN_PATIENCE is '%s', and a number of seconds is wanted", asked)
		}
	}
	for _, more := range orders {
		for member, value := range more {
			order[member] = value
		}
	}
	var session struct {
		ID       int
		Origins  map[string]string
		Warnings string
	}
	if err := call("POST", "/sessions", order, &session); err != nil {
		t.Fatalf("%s: %v", one.name, err)
	}
	one.path, one.Origins, one.order = fmt.Sprint("/sessions/", session.ID), session.Origins, order
	if session.Warnings != "" {
		t.Log(session.Warnings)
	}
	t.Cleanup(one.verify)
	return one
}

// URL is an address on the origin "main".
func (one *Scenario) URL(path string) string {
	one.t.Helper()
	return one.At("main", path)
}

// At is an address on an origin.
func (one *Scenario) At(origin, path string) string {
	one.t.Helper()
	url, there := one.Origins[origin]
	if !there {
		var names []string
		for name := range one.Origins {
			names = append(names, name)
		}
		sort.Strings(names)
		one.t.Fatalf("%s has no origin '%s'; there are: %s", one.name, origin, strings.Join(names, ", "))
	}
	return url + path
}

// Authorities are those that a client must trust where an origin has TLS.
func (one *Scenario) Authorities() *x509.CertPool {
	one.t.Helper()
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM([]byte(one.text("/ca")))
	return pool
}

// Go ends a "! hold".
func (one *Scenario) Go() {
	one.t.Helper()
	if err := call("POST", one.path+"/go", nil, nil); err != nil {
		one.t.Fatal(err)
	}
}

// Wait waits until the last line has happened, for a client that works by itself; the test fails if lines are missing after
// so long. It returns also if the client has done something wrong: that fails the test when it ends.
func (one *Scenario) Wait(long time.Duration) {
	one.t.Helper()
	var session struct {
		State    string
		Breaches []struct{ Severity string }
	}
	if err := call("GET", fmt.Sprintf("%s?within=%d", one.path, long.Milliseconds()), nil, &session); err != nil {
		one.t.Fatal(err)
	}
	for _, breach := range session.Breaches {
		if breach.Severity == "failure" {
			return
		}
	}
	if session.State != "played" && session.State != "ended" {
		one.t.Fatalf("%s was not done after %v\n\n%s", one.name, long, one.Text())
	}
}

// Request is one that has come.
type Request struct {
	Method, Target string
	// Path is the target without its query, as it came.
	Path   string
	Query  url.Values
	Header http.Header
	// Body is the content, without the frames of chunks; of a long one the beginning, 1 MiB, and IsCut is true.
	Body  []byte
	IsCut bool
	// Line is that which has taken it, as messages number it; 0, if none has.
	Line   int
	Origin string
}

// Requests are what the client has asked so far, also what no line takes.
func (one *Scenario) Requests() []Request {
	one.t.Helper()
	var told struct {
		Requests []struct {
			Method, Target, Origin, Body, Hex string
			Header                            [][2]string
			Cut                               bool
			Line                              int
		}
	}
	if err := call("GET", one.path+"/requests", nil, &told); err != nil {
		one.t.Fatal(err)
	}
	var all []Request
	for _, each := range told.Requests {
		path, query, _ := strings.Cut(scheme.ReplaceAllString(each.Target, ""), "?")
		request := Request{
			Method: each.Method, Target: each.Target, Path: path, Header: http.Header{}, Body: []byte(each.Body),
			IsCut: each.Cut, Line: each.Line, Origin: each.Origin,
		}
		// What cannot be decoded is left out of the query, and stands in the target.
		request.Query, _ = url.ParseQuery(query)
		for _, field := range each.Header {
			request.Header.Add(field[0], field[1])
		}
		if each.Hex != "" {
			request.Body, _ = hex.DecodeString(each.Hex)
		}
		all = append(all, request)
	}
	return all
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*`)

// Text is what was expected and what happened, side by side.
func (one *Scenario) Text() string {
	one.t.Helper()
	return one.text("/verdict?format=text")
}

func (one *Scenario) text(path string) string {
	one.t.Helper()
	var text string
	if err := call("GET", one.path+path, nil, &text); err != nil {
		one.t.Fatal(err)
	}
	return text
}

func (one *Scenario) verify() {
	one.t.Helper()
	var session struct {
		Verdict, Ended string
		Unobserved     int
	}
	if err := call("POST", one.path+"/end", nil, &session); err != nil {
		one.t.Fatal(err)
	}
	_, isNamed := one.order["name"]
	switch {
	case session.Verdict == "fail" || session.Verdict == "unable":
		text := one.Text()
		failure := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(one.file) + `:\d+: failure`)
		place := strings.TrimSuffix(failure.FindString(text), "failure")
		one.t.Errorf("%s%s was not kept\n\n%s", place, one.name, text)
	case session.Ended == "deadline":
		one.t.Errorf("%s was given up at its deadline, after %v s, and the test went on: give the client a timeout, "+
			"or the play a longer \"deadline\"\n\n%s", one.name, one.order["deadline"], one.Text())
	// A file may be one that other clients are judged by, whose drivers report callbacks.
	case session.Unobserved > 0 && one.order["text"] != nil && (!isNamed || one.file != ""):
		lines := "`*` lines were"
		if session.Unobserved == 1 {
			lines = "`*` line was"
		}
		one.t.Logf("%d %s not judged, because nothing reports callbacks here: assert in Go what the client says",
			session.Unobserved, lines)
	}
}

// After so many seconds a play is given up, unless its order says otherwise.
const deadline = 60

// which gives the order for a scenario: a text, a file, or one that the server has.
func which(scenario string) (Order, error) {
	if strings.Contains(scenario, "\n") {
		return Order{"text": written(scenario)}, nil
	}
	order := Order{}
	name, row, chosen := strings.Cut(scenario, "#")
	if chosen {
		order["case"] = row
	}
	text, err := os.ReadFile(name)
	switch {
	case err == nil:
		order["text"], order["name"] = string(text), called(name)
	case !errors.Is(err, os.ErrNotExist):
		return nil, err
	default:
		order["scenario"] = strings.TrimSuffix(name, ".scenario") + ".scenario"
	}
	return order, nil
}

// standing is the line at which a text begins in the file that has called: as a raw string at the line of the call, or else
// once in the file. One that is not found for sure keeps numbers of its own, since a wrong line would be worse.
func standing(text, path string, line int) int {
	source, err := os.ReadFile(path)
	if err != nil || !strings.Contains(text, "\n") || strings.ContainsAny(text, "`\r") {
		return 0
	}
	parts := strings.Split(strings.ReplaceAll(string(source), "\r", ""), "`"+text+"`")
	for at, number := 1+strings.Count(parts[0], "\n"), 1; number < len(parts); number++ {
		if at == line || len(parts) == 2 {
			return at
		}
		at += strings.Count(text, "\n") + strings.Count(parts[number], "\n")
	}
	return 0
}

// widthOfLast is how long the last line of a text is that is not blank.
func widthOfLast(text string) int {
	text = strings.TrimRight(text, " \t\n")
	return len(text) - 1 - strings.LastIndex(text, "\n")
}

// called is the path of a file as the server knows it: one that leads out of the folder of the test is a whole one.
func called(path string) string {
	if strings.HasPrefix(filepath.Clean(path), "..") {
		if whole, err := filepath.Abs(path); err == nil {
			return whole
		}
	}
	return path
}

// written is a text as it stands in a test, without the indentation of its lines; the first may stand behind the quotes.
func written(text string) string {
	first, rest, _ := strings.Cut(text, "\n")
	below := outdented(rest)
	if begin := strings.TrimLeft(below, "\n"); strings.TrimSpace(first) != "" && strings.IndexAny(begin, "><*!#") == 0 {
		return strings.TrimLeft(first, " \t") + "\n" + below
	}
	return outdented(text)
}

func outdented(text string) string {
	lines := strings.Split(text, "\n")
	least := len(text)
	for number, line := range lines {
		if strings.TrimSpace(line) == "" {
			lines[number] = ""
		} else if blanks := len(line) - len(strings.TrimLeft(line, " \t")); blanks < least {
			least = blanks
		}
	}
	for number, line := range lines {
		if line != "" {
			lines[number] = line[least:]
		}
	}
	return strings.Join(lines, "\n")
}

// The server is here, whatever proxy the environment names. Its connections do not outlive their requests, so that tests
// that look for leaks find none.
var direct = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}

var server struct {
	once sync.Once
	url  string
	// Who knows it may name any file: of a server that is started for this process, that is this process alone.
	token string
	err   error
	// Closed by the end of this process, which ends the server.
	held io.Closer
}

// start finds the server in QUINTAIN_URL, or starts one for this process.
func start() {
	if server.url = strings.TrimSuffix(os.Getenv("QUINTAIN_URL"), "/"); server.url != "" {
		server.token = os.Getenv("QUINTAIN_TOKEN")
		return
	}
	random := make([]byte, 16)
	if _, server.err = rand.Read(random); server.err != nil {
		return
	}
	server.token = hex.EncodeToString(random)
	command := os.Getenv("QUINTAIN")
	if command == "" {
		command = "quintain"
	}
	process := exec.Command(
		command, "serve", "--port", "0", "--control-port", "0", "--files-from", ".", "--files-from", "/", "--until-eof", "--json")
	process.Env = append(os.Environ(), "QUINTAIN_TOKEN="+server.token)
	var complaint bytes.Buffer
	process.Stderr = &complaint
	stdin, err := process.StdinPipe()
	if err != nil {
		server.err = err
		return
	}
	stdout, err := process.StdoutPipe()
	if err != nil {
		server.err = err
		return
	}
	if err := process.Start(); err != nil {
		server.err = fmt.Errorf("'%s' cannot be started: %w", command, err)
		return
	}
	var ready struct{ ControlURL string }
	line, err := bufio.NewReader(stdout).ReadBytes('\n')
	if err != nil {
		err = process.Wait()
		server.err = fmt.Errorf("%s (%s serve: %v)", strings.TrimSpace(complaint.String()), command, err)
		return
	}
	server.err = json.Unmarshal(line, &ready)
	server.url, server.held = ready.ControlURL, stdin
}

// call makes one request to the control API. The answer is JSON, or a text for a pointer to a string.
func call(method, path string, order Order, answer any) error {
	server.once.Do(start)
	if server.err != nil {
		return server.err
	}
	var body io.Reader
	if order != nil {
		text, err := json.Marshal(order)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, server.url+path, body)
	if err != nil {
		return err
	}
	if server.token != "" {
		request.Header.Set("Authorization", "Bearer "+server.token)
	}
	reply, err := direct.Do(request)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	came, err := io.ReadAll(reply.Body)
	if err != nil {
		return err
	}
	if reply.StatusCode >= 400 {
		var refusal struct {
			Error struct{ Message, Help string }
		}
		if err := json.Unmarshal(came, &refusal); err != nil {
			return fmt.Errorf("%s %s: %s", method, path, reply.Status)
		}
		return errors.New(strings.TrimSuffix(refusal.Error.Message+"\n"+refusal.Error.Help, "\n"))
	}
	if text, wanted := answer.(*string); wanted {
		*text = string(came)
		return nil
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(came, answer)
}
