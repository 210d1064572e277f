#!/usr/bin/env ruby
# driver.rb: a whole driver, as an example: Ruby's Net::HTTP behind the driver protocol.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
#
#   quintain driver-test -- ruby docs/examples/driver.rb
require "json"
require "net/http"
require "uri"

CALLBACKS = { redirect: %w[follow refuse], response: %w[allow], data: [], finish: [], fail: [] }
WRITING = Mutex.new
ANSWERS = Hash.new { |answers, question| answers[question] = Queue.new }
$question = 0

# A cancel comes from outside, and cuts no line in two.
def say(message)
  Thread.handle_interrupt(RuntimeError => :never) do
    WRITING.synchronize { $stdout.puts(JSON.generate(message)); $stdout.flush }
  end
end

def text(bytes)
  whole = bytes.to_s.dup.force_encoding("UTF-8")
  whole.valid_encoding? ? whole : { hex: bytes.unpack1("H*") }
end

def piece(bytes)
  value = text(bytes)
  value.is_a?(Hash) ? value : { data: value }
end

def octets(value)
  return value if value.is_a?(String)
  return [value["hex"]].pack("H*") if value["hex"]
  value["file"] ? File.binread(value["file"]) : value["text"]
end

def ask(callback)
  number = WRITING.synchronize { $question += 1 }
  say(callback.merge(question: number))
  decision = ANSWERS[number].pop["decision"]
  raise "cancelled" if decision == "cancel"
  decision
end

def failure(error)
  case error
  when Errno::ECONNREFUSED, SocketError then "cannot-connect"
  when Net::OpenTimeout, Net::ReadTimeout then "timed-out"
  when EOFError, Errno::ECONNRESET, Errno::EPIPE, IOError then "connection-lost"
  when Net::HTTPBadResponse, Net::HTTPHeaderSyntaxError then "bad-response"
  when Zlib::Error then "decoding"
  else error.message == "cancelled" ? "cancelled" : "other"
  end
end

def request(order, method, url, body)
  made = Net::HTTPGenericRequest.new(method, !body.nil?, method != "HEAD", url)
  (order["fields"] || []).each { |name, value| made.add_field(octets(name), octets(value)) }
  made.body = body if body
  made
end

def load(order, number)
  method, url = order["method"], URI(order["url"])
  body = order["body"] && octets(order["body"])
  tell = { load: order["load"], case: number }
  # It puts no credentials anywhere, whatever a scenario decides.
  wish = (order["decisions"] || []).find { |one| one["callback"] == "challenge" && one["decision"] != "default" }
  return say(unable: "it cannot #{wish["decision"]}", load: order["load"]) if wish
  seconds = (order["timeout"] || 60_000) / 1000.0
  loop do
    onwards = nil
    http = Net::HTTP.new(url.host, url.port, nil)
    http.open_timeout = http.read_timeout = seconds
    http.max_retries = 0
    http.start do
      http.request(request(order, method, url, body)) do |reply|
        place = reply["location"] if [301, 302, 303, 307, 308].include?(reply.code.to_i)
        if place
          next_method = reply.code.to_i > 303 || method == "HEAD" ? method : "GET"
          onwards = URI.join(url, place)
          offer = tell.merge(callback: "redirect", subject: [reply.code, onwards.to_s], fields: { method: next_method })
          onwards = nil if ask(offer) == "refuse"
        end
        if onwards
          body = nil if next_method == "GET"
          method = next_method
          reply.read_body
        else
          subject = [reply.code, reply.content_type].compact
          known = { url: url.to_s, length: reply["content-length"], encoding: reply.type_params["charset"] }.compact
          ask(tell.merge(callback: "response", subject: subject, fields: known.merge(filename: nil),
                         header: reply.to_hash.flat_map { |name, values| values.map { |value| [name, text(value)] } }))
          reply.read_body { |bytes| say(tell.merge(callback: "data", **piece(bytes))) unless bytes.empty? }
        end
      end
    end
    break unless onwards
    url = onwards
  end
  say(tell.merge(callback: "finish"))
rescue StandardError => error
  Thread.handle_interrupt(RuntimeError => :never) { say(tell.merge(callback: "fail", subject: [failure(error)])) }
end

loads, number = {}, nil
say(driver: 1, name: "Net::HTTP of Ruby", version: RUBY_VERSION, loads: %w[data upload], callbacks: CALLBACKS,
    acts: %w[cancel], options: %w[timeout], can: %w[lanes], again: true)
$stdin.each_line do |line|
  message = JSON.parse(line)
  if message["case"] then number = message["case"]
  elsif message["act"] == "cancel" then loads[message["load"]]&.raise("cancelled")
  elsif message["load"] then loads[message["load"]] = Thread.new { Thread.handle_interrupt(RuntimeError => :on_blocking) { load(message, number) } }
  elsif message["answer"] then ANSWERS[message["answer"]] << message
  elsif message["end"]
    loads.each_value { |thread| thread.raise("cancelled") if thread.alive? }
    loads.each_value { |thread| thread.join rescue nil }
    loads = {}
    say(ended: message["end"])
  end
end
