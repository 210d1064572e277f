# quintain.rb: plays scenarios to the client under test, for minitest, RSpec or neither.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

require "json"
require "net/http"
require "securerandom"
require "uri"

# Plays HTTP scenarios to the client under test, and fails the test if the client did anything else:
#
#     Quintain.play("followed.scenario") do |http|
#       assert_equal "here", fetch(http.url("/old"))
#     end
module Quintain
  # Texts of files below this folder are called by their path from here.
  ROOT = Dir.pwd

  # After so many seconds a play is given up, unless its order says otherwise.
  DEADLINE = 60

  # The client did something else than the scenario says. The message has both sides, line by line.
  # Minitest counts as a failure what is of its own class, and anything else as an error.
  Broken = defined?(Minitest::Assertion) ? Minitest::Assertion : Class.new(StandardError)

  # No server could be started, or it has refused a request. The message says what to do instead.
  class Refused < StandardError; end

  # Arms a scenario, gives it to the block, and verifies it when the block ends.
  #
  # `scenario` is a file beside the caller, a bundled scenario such as `redirects/followed`, each with `#case` where it
  # has a table; or the text itself, which has more than one line. Members of the order, such as `settle:` or
  # `deadline:`, are in docs/control-api.md.
  def self.play(scenario, **order)
    name = scenario.include?("\n") ? "the scenario" : scenario
    from = caller_locations(1, 1).first
    stand = standing(scenario, from)
    play = Play.new(Server.running, name, which(scenario, File.dirname(from.path), stand).merge(order), stand)
    begin
      result = yield play
    rescue Exception
      # The block has a reason of its own, which stays the test's.
      text = play.broken
      warn text if text
      raise
    end
    play.verify(caller)
    result
  end

  # Which scenario is meant: a text, a file in the folder, or one that the server has.
  def self.which(scenario, folder, stand)
    return { text: scenario, **(stand || {}) } if scenario.include?("\n")
    name, row = scenario.split("#", 2)
    file = File.expand_path(name, folder)
    order = if File.file?(file)
      { text: File.read(file, encoding: "UTF-8"), name: file.delete_prefix("#{ROOT}/") }
    else
      { scenario: name.end_with?(".scenario") ? name : "#{name}.scenario" }
    end
    row ? order.merge(case: row) : order
  end
  private_class_method :which

  # Where a text stands in the file that has called: as a heredoc `<<~` at the line of the call, or else once in the file. One
  # that is not found for sure keeps numbers of its own, since a wrong line would be worse.
  def self.standing(text, from)
    path = from.absolute_path
    return unless text.include?("\n") && !text.match?(/\\|\r|\#[{@$]/) && path && File.file?(path)
    lines = File.readlines(path, chomp: true, encoding: "UTF-8")
    begins = lines.each_index.select do |at|
      openers = lines[at].scan(/<<~(["']?)([A-Za-z_]\w*)\1/)
      size = lines.drop(at + 1).index { |line| line.strip == openers[0][1] } if openers.size == 1
      size && outdented(lines[at + 1, size]) == text.chomp.split("\n", -1)
    end
    found = begins.size == 1 ? begins[0] : begins.find { |at| at + 1 == from.lineno }
    found && { name: File.basename(path), line: found + 2, column: lines[found + 1][/\A */].size - text[/\A */].size + 1 }
  rescue SystemCallError, ArgumentError
    nil
  end
  private_class_method :standing

  def self.outdented(lines)
    least = lines.reject { |line| line.strip.empty? }.map { |line| line[/\A */].size }.min
    lines.map { |line| line.strip.empty? ? "" : line[least..] }
  end
  private_class_method :outdented

  # A scenario that is armed, on ports of its own.
  class Play
    attr_reader :origins

    def initialize(server, name, order, stand = nil)
      @server, @name, @stand = server, name, stand
      # What the client does until the test ends counts, however late it comes.
      @order = { stays: true, deadline: DEADLINE, body: 1 << 20 }.merge(order)
      # A debugger may hold the client for longer than a line may take.
      if (asked = ENV["QUINTAIN_PATIENCE"])
        seconds = Integer(asked, exception: false)
        raise Refused, "QUINTAIN_PATIENCE is '#{asked}', and a number of seconds is wanted" unless seconds
        @order[:patience] ||= seconds
      end
      session = server.call("POST", "/sessions", @order)
      @path = "/sessions/#{session["id"]}"
      @origins = session["origins"]
      warn session["warnings"] if session["warnings"]
    rescue Refused => refusal
      told = refusal.message
      raise Refused, "#{name}: #{told}" unless stand && told.start_with?("#{stand[:name]}:")
      raise Refused, told
    end

    # An address on one of the scenario's origins.
    def url(path = "", origin: "main")
      found = @origins.fetch(origin) do
        raise ArgumentError, "#{@name} has no origin '#{origin}'; there are: #{@origins.keys.join(", ")}"
      end
      found + path
    end

    # The authority that a client must trust where an origin has TLS, as PEM.
    def ca = @server.call("GET", "#{@path}/ca")

    # Ends a `! hold`.
    def go = @server.call("POST", "#{@path}/go")

    # What the client has asked so far, also what no line takes.
    def requests = @server.call("GET", "#{@path}/requests")["requests"].map { |told| Request.new(told) }

    # What was expected and what happened, side by side.
    def text = @server.call("GET", "#{@path}/verdict?format=text")

    # Raises Broken unless the client did what the scenario says, at the caller's line.
    def verify(place = caller)
      text = broken
      raise Broken, text, place if text
    end

    # What to say of a client that did something else; nil of one that did not.
    def broken
      verdict, ended, unobserved, breaches = @server.call("POST", "#{@path}/end").values_at(
        "verdict", "ended", "unobserved", "breaches")
      if %w[fail unable].include?(verdict)
        line = breaches.find { |one| one["severity"] == "failure" && one["line"] }&.fetch("line")
        return "#{"#{@stand[:name]}:#{line}: " if @stand && line}#{@name} was not kept\n\n#{text}"
      end
      if ended == "deadline"
        return "#{@name} was given up at its deadline, after #{@order[:deadline]} s, and the test went on: " \
          "give the client a timeout, or the play a longer 'deadline:'\n\n#{text}"
      end
      # A file may be one that other clients are judged by, whose drivers report callbacks.
      if unobserved > 0 && @order[:text] && (@stand || !@order[:name]) && !@warned
        @warned = true
        warn "#{unobserved} `*` line#{unobserved == 1 ? " was" : "s were"} not judged, because nothing reports callbacks here: " \
          "assert in Ruby what the client says"
      end
      nil
    end
  end

  # A request that has come.
  class Request
    # The content, without the frames of chunks; of a long one the beginning, 1 MiB, and `cut` is true.
    attr_reader :method, :target, :body, :cut
    # The line that has taken it, as messages number it, nil if none has; and the origin that was asked.
    attr_reader :line, :origin

    def initialize(told)
      @method, @target, @header, @line, @origin = told.values_at("method", "target", "header", "line", "origin")
      @body = told["hex"] ? [told["hex"]].pack("H*") : told.fetch("body", "").b
      @cut = told.fetch("cut", false)
    end

    # The value of the fields of this name, with commas between, in any case of its letters.
    def [](name) = values(name).then { |all| all.join(", ") unless all.empty? }

    def values(name) = @header.select { |one, _| one.casecmp?(name) }.map(&:last)

    # The target without its query.
    def path = target.sub(%r{\A[a-z][a-z0-9+.-]*://[^/?#]*}i, "").partition("?").first

    # The parameters of the query, each with its values.
    def query = URI.decode_www_form(target.partition("?").last).group_by(&:first).transform_values { |all| all.map(&:last) }

    def text = body.dup.force_encoding("UTF-8")

    def json = JSON.parse(text)
  end

  # The control API of a server.
  class Server
    @mutex = Mutex.new

    # The server in QUINTAIN_URL, or else one that is started for this process.
    def self.running
      @mutex.synchronize do
        # A forked worker has a server of its own.
        @running = nil if @pid != Process.pid
        @pid = Process.pid
        @running ||= ENV["QUINTAIN_URL"] ? new(ENV["QUINTAIN_URL"], ENV["QUINTAIN_TOKEN"]) : start
      end
    end

    # Starts a server, which ends with this process: all it waits for is the end of a pipe.
    def self.start
      command = ENV.fetch("QUINTAIN", "quintain")
      # Who knows it may name any file, and that is this process alone.
      token = SecureRandom.hex
      words = [command, "serve", "--port", "0", "--control-port", "0"]
      words += ["--files-from", ROOT, "--files-from", "/", "--until-eof", "--json"]
      pipe = IO.popen({ "QUINTAIN_TOKEN" => token }, words, "r+", err: [:child, :out])
      complaint = +""
      while (line = pipe.gets)
        return new(JSON.parse(line)["controlURL"], token, pipe) if line.start_with?("{")
        complaint << line
      end
      raise Refused, complaint.empty? ? "'#{command} serve' has ended" : complaint.strip
    rescue SystemCallError => error
      raise Refused, "'#{command}' cannot be started: #{error.message}"
    end
    private_class_method :start

    # The pipe is held open for as long as there is the server.
    def initialize(url, token, pipe = nil)
      @url, @token, @pipe = URI(url), token, pipe
    end

    # One request; whatever proxy the environment names, the server is here.
    def call(method, path, order = nil)
      request = Net::HTTP.const_get(method.capitalize).new(path)
      request["Authorization"] = "Bearer #{@token}" if @token
      request["Content-Type"] = "application/json"
      request.body = JSON.generate(order) if order
      # A verdict may be waited for.
      reply = Net::HTTP.start(@url.host, @url.port, nil, read_timeout: 660) { |http| http.request(request) }
      body = reply.body.force_encoding("UTF-8")
      answer = reply["Content-Type"].start_with?("application/json") ? JSON.parse(body) : body
      return answer if reply.is_a?(Net::HTTPSuccess)
      raise Refused, answer["error"].values_at("message", "help").compact.join("\n")
    end
  end
end
