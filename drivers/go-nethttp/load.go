// load.go: the runner's orders for a load, and the reports to the runner.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"os"
	"sync"
	"time"
	"unicode/utf8"
)

type members = map[string]any

// A value is a text, or an object that stands for bytes.
type value struct{ Text, Hex, File string }

func (value *value) UnmarshalJSON(line []byte) error {
	if line[0] == '"' {
		return json.Unmarshal(line, &value.Text)
	}
	type plain = struct{ Text, Hex, File string }
	return json.Unmarshal(line, (*plain)(value))
}

func (value *value) octets() []byte {
	switch {
	case value.File != "":
		octets, _ := os.ReadFile(value.File)
		return octets
	case value.Hex != "":
		octets, _ := hex.DecodeString(value.Hex)
		return octets
	}
	return []byte(value.Text)
}

func (value *value) text() string { return string(value.octets()) }

// An order is any line of the runner's.
type order struct {
	Case, End            *int
	Load, Answer         int
	Act, Method, URL, As string
	Anchor, Proxy        string
	Resolve              map[string]string
	Fields, Header       [][2]value
	Body                 *value
	Timeout, Total       time.Duration
	Cookies              *bool
	Decision             string
	Values               []value
	Decisions            []struct{ Callback, Decision, Certificate string }
}

// undecidable says which decision can be brought about neither by asking nor by an option.
func (order *order) undecidable() string {
	for _, each := range order.Decisions {
		asked, known := callbacks[each.Callback]
		possible := known && each.Decision == "cancel" || each.Decision == "default" ||
			each.Decision == "trust" || each.Certificate != "" || each.Callback == "challenge" && each.Decision == "none"
		for _, decision := range asked {
			possible = possible || decision == each.Decision
		}
		if !possible {
			return "nobody is asked, so that '" + each.Callback + " -> " + each.Decision + "' cannot be decided"
		}
	}
	return ""
}

var writing sync.Mutex
var questions int

func say(message members) {
	line, _ := json.Marshal(message)
	writing.Lock()
	defer writing.Unlock()
	os.Stdout.Write(append(line, '\n'))
}

func text(octets string) any {
	if utf8.ValidString(octets) {
		return octets
	}
	return members{"hex": hex.EncodeToString([]byte(octets))}
}

func piece(octets []byte) members {
	if utf8.Valid(octets) {
		return members{"data": string(octets)}
	}
	return members{"hex": hex.EncodeToString(octets)}
}

func pairs(header http.Header) [][2]any {
	fields := [][2]any{}
	for name, values := range header {
		for _, value := range values {
			fields = append(fields, [2]any{name, text(value)})
		}
	}
	return fields
}

type load struct {
	order                     *order
	context                   context.Context
	cancel                    context.CancelFunc
	answers                   chan *order
	timer                     *time.Timer
	lock                      sync.Mutex
	number, waiting           int
	connected, expired, ended bool
}

func begin(order_ *order, number int) *load {
	load := &load{order: order_, number: number, answers: make(chan *order, 1)}
	load.context, load.cancel = context.WithCancel(context.Background())
	load.timer = time.AfterFunc(time.Hour, load.expire)
	load.patience()
	return load
}

// patience begins anew with whatever comes.
func (load *load) patience() {
	if load.order.Timeout > 0 {
		load.timer.Reset(load.order.Timeout * time.Millisecond)
	}
}

func (load *load) expire() {
	load.expired = true
	load.cancel()
}

func (load *load) report(callback string, more members, subject ...any) {
	load.patience()
	if subject == nil {
		subject = []any{}
	}
	more["callback"], more["case"], more["load"], more["subject"] = callback, load.number, load.order.Load, subject
	load.lock.Lock()
	defer load.lock.Unlock()
	if !load.ended {
		load.ended = callback == "finish" || callback == "fail"
		say(more)
	}
}

func (load *load) end(callback string, subject ...any) { load.report(callback, members{}, subject...) }

// ask reports, and waits for the decision.
func (load *load) ask(callback string, more members, subject ...any) (*order, error) {
	writing.Lock()
	questions++
	more["question"] = questions
	load.waiting = questions
	writing.Unlock()
	load.report(callback, more, subject...)
	load.timer.Stop()
	select {
	case answer := <-load.answers:
		load.patience()
		if answer.Decision == "cancel" {
			return nil, errCancelled
		}
		return answer, nil
	case <-load.context.Done():
		return nil, errCancelled
	}
}

// answer passes over one to a question that is settled.
func (load *load) answer(answer *order) {
	writing.Lock()
	waiting := load.waiting == answer.Answer
	writing.Unlock()
	if waiting {
		load.answers <- answer
	}
}

// stop cancels the load; what net/http makes of that comes behind.
func (load *load) stop() { load.cancel() }
