// server.go: the same small answer from Go's net/http, to be compared with.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
)

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	http.HandleFunc("/hello", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, "hello world\n")
	})
	if len(os.Args) > 3 {
		http.ServeTLS(listener, nil, os.Args[2], os.Args[3])
	} else {
		http.Serve(listener, nil)
	}
}
