// driver.go: Go's net/http behind the driver protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

// A load is a goroutine. CheckRedirect, GetBody and the client's trace are what net/http has of a delegate; what it asks
// nobody about, trust and certificates, becomes options of a transport. It answers no challenges.
package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptrace"
	"net/textproto"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

var callbacks = map[string][]string{
	"redirect": {"default", "no", "to"}, "need-body": {"default", "no"}, "informational": {}, "response": {"default"},
	"data": {}, "finish": {}, "fail": {},
}

var greeting = map[string]any{
	"driver": 1, "name": "go-nethttp", "version": runtime.Version(), "again": true, "callbacks": callbacks,
	"loads": []string{"data", "upload", "stream"}, "acts": []string{"cancel", "trust"},
	"options": []string{"timeout", "total", "cookies", "anchor", "proxy"},
	"can":     []string{"tls", "proxy", "cookies", "hosts", "lanes", "reuse", "decoding", "client-certificate", "h2"},
}

// As many redirects as net/http follows by itself.
const mostRedirects = 10

var errCancelled, errTooMany = errors.New("cancelled"), errors.New("too many redirects")

// A client is what a case begins with: a jar, and a transport for each way to be secure.
type client struct {
	number     int
	names      map[string]string
	anchor     string
	jar        *cookiejar.Jar
	transports map[string]*http.Transport
	loads      map[int]*load
	lock       sync.Mutex
	running    sync.WaitGroup
}

func (client *client) perform(load *load) {
	defer client.running.Done()
	defer load.timer.Stop()
	if sentence := load.order.undecidable(); sentence != "" {
		load.ended = true
		say(map[string]any{"unable": sentence, "load": load.order.Load})
		return
	}
	if err := client.load(load); err != nil {
		fmt.Fprintln(os.Stderr, err)
		load.end("fail", load.kind(err))
	} else {
		load.end("finish")
	}
}

func (client *client) load(load *load) error {
	order := load.order
	if order.Total > 0 {
		defer time.AfterFunc(order.Total*time.Millisecond, load.expire).Stop()
	}
	request, err := http.NewRequestWithContext(load.context, order.Method, order.URL, nil)
	if err != nil {
		return err
	}
	load.give(request)
	transport, err := client.transport(order)
	if err != nil {
		return err
	}
	doer := http.Client{Transport: transport, CheckRedirect: load.redirected}
	if order.Cookies == nil || *order.Cookies {
		doer.Jar = client.jar
	}
	reply, err := doer.Do(request)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	return load.deliver(reply)
}

// redirected is net/http's question whether to follow; the new request can be changed in place.
func (load *load) redirected(request *http.Request, before []*http.Request) error {
	if len(before) >= mostRedirects {
		return errTooMany
	}
	answer, err := load.ask("redirect", members{"fields": map[string]string{"method": request.Method},
		"header": pairs(request.Header)}, strconv.Itoa(request.Response.StatusCode), request.URL.String())
	if err != nil {
		return err
	}
	switch answer.Decision {
	case "no":
		return http.ErrUseLastResponse
	case "to":
		request.URL, err = url.Parse(answer.Values[0].text())
		request.Host = ""
		for _, field := range answer.Header {
			request.Header.Add(field[0].text(), field[1].text())
		}
	}
	return err
}

// give puts fields and body into a request, and has its trace reported.
func (load *load) give(request *http.Request) {
	for _, field := range load.order.Fields {
		name, value := field[0].text(), field[1].text()
		if strings.EqualFold(name, "Host") {
			request.Host = value
		} else {
			request.Header[textproto.CanonicalMIMEHeaderKey(name)] = append(request.Header.Values(name), value)
		}
	}
	if body := load.order.Body; body != nil {
		octets := body.octets()
		request.ContentLength = int64(len(octets))
		if load.order.As == "stream" && request.Header.Get("Content-Length") == "" {
			request.ContentLength = -1
		}
		request.Body = io.NopCloser(bytes.NewReader(octets))
		request.GetBody = func() (io.ReadCloser, error) {
			answer, err := load.ask("need-body", members{})
			if err == nil && answer.Decision == "no" {
				err = errors.New("there is no other body")
			}
			return io.NopCloser(bytes.NewReader(octets)), err
		}
	}
	trace := &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { load.connected = true },
		Got1xxResponse: func(status int, header textproto.MIMEHeader) error {
			load.report("informational", members{"header": pairs(http.Header(header))}, strconv.Itoa(status))
			return nil
		},
	}
	*request = *request.WithContext(httptrace.WithClientTrace(load.context, trace))
}

func (load *load) deliver(reply *http.Response) error {
	fields := map[string]any{"url": reply.Request.URL.String(), "filename": nil}
	if reply.ContentLength >= 0 {
		fields["length"] = strconv.FormatInt(reply.ContentLength, 10)
	}
	subject := []any{strconv.Itoa(reply.StatusCode)}
	if kind, parameters, err := mime.ParseMediaType(reply.Header.Get("Content-Type")); err == nil {
		subject = append(subject, kind)
		if charset, ok := parameters["charset"]; ok {
			fields["encoding"] = charset
		}
	}
	if _, err := load.ask("response", members{"fields": fields, "header": pairs(reply.Header)}, subject...); err != nil {
		return err
	}
	buffer := make([]byte, 65536)
	for {
		count, err := reply.Body.Read(buffer)
		if count > 0 {
			load.report("data", piece(buffer[:count]))
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// transport is one for all loads that trust the same, show the same certificate and take the same way.
func (client *client) transport(order *order) (*http.Transport, error) {
	anchor, trusts, certificate := order.Anchor, false, ""
	if anchor == "" {
		anchor = client.anchor
	}
	for _, each := range order.Decisions {
		trusts = trusts || each.Decision == "trust"
		certificate += each.Certificate
	}
	client.lock.Lock()
	defer client.lock.Unlock()
	key := fmt.Sprint(anchor, trusts, certificate, order.Proxy)
	if transport, ok := client.transports[key]; ok {
		return transport, nil
	}
	security := &tls.Config{InsecureSkipVerify: trusts}
	if anchor != "" {
		pem, err := os.ReadFile(anchor)
		if err != nil {
			return nil, err
		}
		security.RootCAs = x509.NewCertPool()
		security.RootCAs.AppendCertsFromPEM(pem)
	}
	if certificate != "" {
		pair, err := tls.LoadX509KeyPair(certificate, certificate)
		if err != nil {
			return nil, err
		}
		security.Certificates = []tls.Certificate{pair}
	}
	transport := &http.Transport{TLSClientConfig: security, ExpectContinueTimeout: time.Second, ForceAttemptHTTP2: true}
	transport.DialContext = func(context context.Context, network, address string) (net.Conn, error) {
		host, port, _ := net.SplitHostPort(address)
		if to, ok := client.names[strings.ToLower(host)]; ok {
			address = net.JoinHostPort(to, port)
		}
		return new(net.Dialer).DialContext(context, network, address)
	}
	if order.Proxy != "" {
		proxy, err := url.Parse(order.Proxy)
		if err != nil {
			return nil, err
		}
		transport.Proxy = http.ProxyURL(proxy)
	}
	client.transports[key] = transport
	return transport, nil
}

// kind is the protocol's word for a failure.
func (load *load) kind(err error) string {
	var name *net.DNSError
	var timeout interface{ Timeout() bool }
	var unknown x509.UnknownAuthorityError
	var host x509.HostnameError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var operation *net.OpError
	said := err.Error()
	has := func(parts ...string) bool {
		for _, part := range parts {
			if strings.Contains(said, part) {
				return true
			}
		}
		return false
	}
	switch {
	case load.expired:
		return "timed-out"
	case errors.Is(err, errCancelled), errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.Is(err, errTooMany):
		return "too-many-redirects"
	case has("unsupported protocol scheme", "no Host in request URL", "invalid URL", "invalid character",
		"missing protocol scheme"):
		return "other"
	case errors.As(err, &name):
		return "cannot-connect"
	case errors.As(err, &unknown), errors.As(err, &host), errors.As(err, &invalid), errors.As(err, &record),
		has("tls: ", "x509: "):
		return "tls"
	case load.order.Proxy != "" && !load.connected && errors.Unwrap(errors.Unwrap(err)) == nil && !errors.Is(err, io.EOF):
		// For a tunnel that is refused, net/http gives the status and nothing else.
		return "proxy"
	case has("malformed", "invalid header", "chunk", "invalid byte", "Content-Length", "unsupported transfer"):
		return "bad-response"
	case has("gzip: ", "flate: "):
		return "decoding"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "timed-out"
	case strings.HasPrefix(load.order.URL, "https:") && !load.connected && !errors.Is(err, syscall.ECONNREFUSED):
		return "tls"
	case errors.As(err, &operation) && operation.Op == "dial":
		return "cannot-connect"
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE), has("server closed", "unexpected EOF"):
		return "connection-lost"
	}
	return "other"
}

func (client *client) obey(order *order) {
	switch {
	case order.Answer != 0:
		for _, load := range client.loads {
			load.answer(order)
		}
	case order.End != nil:
		for _, load := range client.loads {
			load.stop()
		}
		client.running.Wait()
		for _, transport := range client.transports {
			transport.CloseIdleConnections()
		}
		say(map[string]any{"ended": *order.End})
	case order.Act == "":
		load := begin(order, client.number)
		client.loads[order.Load] = load
		client.running.Add(1)
		go client.perform(load)
	case order.Act == "cancel":
		client.loads[order.Load].stop()
	case order.Act == "trust":
		client.anchor = order.Anchor
	default:
		say(map[string]any{"unable": "net/http has nothing like '" + order.Act + "'"})
	}
}

func main() {
	say(greeting)
	var current *client
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		order := new(order)
		if err := json.Unmarshal(line, order); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		if order.Case != nil {
			jar, _ := cookiejar.New(nil)
			current = &client{number: *order.Case, names: order.Resolve, jar: jar,
				transports: map[string]*http.Transport{}, loads: map[int]*load{}}
		} else {
			current.obey(order)
		}
	}
}
