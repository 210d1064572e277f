# test_quintain.rb: what those who write tests get to see.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

require "minitest/autorun"
require "open3"
require "rbconfig"
require "tmpdir"
require_relative "../quintain"

class QuintainTest < Minitest::Test
  def test_a_client_that_keeps_to_the_scenario_passes
    Quintain.play("followed.scenario") { |http| assert_equal "here", fetched(http.url("/old")) }
  end

  def test_a_scenario_may_stand_in_the_test
    Quintain.play("> GET /a\n< 200\n<\n< here\n") { |http| assert_equal "here", fetched(http.url("/a")) }
  end

  def test_a_scenario_may_name_files_beside_it
    Quintain.play("filed.scenario") { |http| assert_equal "from a file\n", fetched(http.url("/answer")) }
  end

  def test_it_may_do_so_wherever_the_test_has_written_both
    Dir.mktmpdir do |folder|
      File.write("#{folder}/answer.txt", "written")
      text = ->(file) { "> GET /a\n< 200\n<\n< {{file \"#{file}\"}}\n" }
      File.write("#{folder}/own.scenario", text["answer.txt"])
      ["#{folder}/own.scenario", text["#{folder}/answer.txt"]].each do |scenario|
        Quintain.play(scenario) { |http| assert_equal "written", fetched(http.url("/a")) }
      end
    end
  end

  def test_a_row_of_a_bundled_table_is_played
    Quintain.play("redirects/followed#302") { |http| fetched(http.url("/old")) }
  end

  def test_the_requests_that_came_are_told
    Quintain.play("> POST /a?{{any}}\n< 201\n> PUT /b\n< 200\n") do |http|
      Net::HTTP.post(URI(http.url("/a?q=a+b&q=%C3%A9")), '{"n":1}', "X-A" => "1")
      address = URI(http.url("/b"))
      Net::HTTP.start(address.host, address.port) { |client| client.put("/b", "\xff\0".b * 50_000) }
      first, second = http.requests
      assert_equal ["POST", "/a", { "q" => ["a b", "é"] }], [first.method, first.path, first.query]
      assert_equal ["1", nil, { "n" => 1 }, 1, "main"], [first["x-a"], first["X-B"], first.json, first.line, first.origin]
      assert_equal ["\xff\0".b * 50_000, false, "/b"], [second.body, second.cut, second.target]
    end
  end

  def test_the_result_of_the_block_is_returned
    assert_equal "here", Quintain.play("followed.scenario") { |http| fetched(http.url("/old")) }
  end

  def test_two_scenarios_at_the_same_time_do_not_disturb_each_other
    Quintain.play("followed.scenario") do |one|
      Quintain.play("followed.scenario") do |other|
        refute_equal one.url, other.url
        got = [other, one].map { |http| Thread.new { fetched(http.url("/old")) } }.map(&:value)
        assert_equal %w[here here], got
      end
    end
  end

  def test_a_client_trusts_the_authority_of_an_origin_with_tls
    Quintain.play("origin main https\n> GET /a\n< 200\n<\n< here\n") do |http|
      url = URI(http.url("/a"))
      store = OpenSSL::X509::Store.new.add_cert(OpenSSL::X509::Certificate.new(http.ca))
      Net::HTTP.start(url.host, url.port, nil, use_ssl: true, cert_store: store) do |connection|
        assert_equal "here", connection.get(url.path).body
      end
    end
  end

  def test_a_forked_process_has_a_server_of_its_own
    Quintain.play("followed.scenario") { |http| fetched(http.url("/old")) }
    server = Quintain::Server.running
    reader, writer = IO.pipe
    child = fork do
      writer.write(Quintain::Server.running.equal?(server))
      exit!
    end
    writer.close
    Process.wait(child)
    assert_equal "false", reader.read
  end

  def test_a_server_that_is_there_already_is_used
    words = [ENV.fetch("QUINTAIN", "quintain"), *%w[serve httpbin --port 0 --control-port 0 --until-eof --json]]
    IO.popen(words, "r+") do |server|
      url = JSON.parse(server.gets)["controlURL"]
      said = erring("test_no_request", { "QUINTAIN_URL" => url, "QUINTAIN" => "nothing-of-this-name" })
      assert_match(/no connection came/, said)
    end
  end

  {
    "another_path" => %r{erring\.rb:9.*expected +│ happened.*> GET /new.*too soon.*1 failures, 0 errors}m,
    "no_request" => /followed\.scenario was not kept.*followed\.scenario:2: failure.*no connection came.*1 failures/m,
    "a_reason_of_its_own" => /followed\.scenario was not kept.*a reason/m,
    "a_forgotten_reply" => /the text:1:8: warning: 'a' is captured but never used/,
    "a_reply_that_never_comes" => /the scenario was given up at its deadline, after 1 s.*! stall.*1 failures, 0 errors/m,
    "a_line_of_a_callback" => /^1 `\*` line was not judged, because nothing reports callbacks here/,
    "an_unreadable_scenario" => /the scenario: the text:2:3: error: no callback is called 'redirct'.*'redirect'/m,
    "a_name_that_is_not_there" => %r{redirects/folowed: there is no scenario.*'redirects/followed\.scenario'}m,
    "an_origin_that_is_not_there" => /followed\.scenario has no origin 'mian'; there are: main/
  }.each do |name, expected|
    define_method("test_what_is_said_of_#{name}") { assert_match(expected, erring("test_#{name}")) }
  end

  ERRING = File.readlines(File.join(__dir__, "erring.rb"), chomp: true)
  {
    "a_text" => ["> X-Text: 1", 'erring\.rb:LINE: the scenario was not kept.*erring\.rb:LINE: failure: X-Text is missing'],
    "a_text_of_a_constant" => ["> X-Constant: 1", 'erring\.rb:LINE: the scenario was not kept'],
    "an_unreadable_text" => ["<201", ' erring\.rb:LINE:7: error: a blank stands.*LINE \| <201'],
    "a_text_of_nothing" => ["# Nothing", ' erring\.rb:LINE:7: error: nothing begins a load[^\n]*\n +LINE \| # Nothing'],
    "a_text_with_a_value" => [nil, '^the scenario was not kept.*the text:2: failure'],
    "a_text_that_stands_twice" => [nil, '^the scenario was not kept.*the text:2: failure'],
    "a_part_of_a_text" => [nil, '^the scenario was not kept.*the text:1: failure']
  }.each do |name, (line, expected)|
    define_method("test_how_the_lines_of_#{name}_are_told") do
      number = ERRING.index { |one| line && one.include?(line) }.to_i + 1
      assert_match(Regexp.new(expected.gsub("LINE", number.to_s), Regexp::MULTILINE), erring("test_#{name}"))
    end
  end

  def test_a_command_that_is_not_there_is_named
    said = erring("test_no_request", { "QUINTAIN" => "nothing-of-this-name" })
    assert_match(/'nothing-of-this-name' cannot be started/, said)
  end

  def test_what_the_command_says_of_its_fixtures_is_passed_on
    said = erring("test_no_request", { "QUINTAIN_FIXTURES" => "/nowhere" })
    assert_match(%r{quintain serve: QUINTAIN_FIXTURES is '/nowhere', which is no folder}, said)
  end

  def test_a_variable_says_how_patient_the_plays_are
    assert_match(/the patience cannot be -1 seconds/, erring("test_no_request", { "QUINTAIN_PATIENCE" => "-1" }))
    said = erring("test_no_request", { "QUINTAIN_PATIENCE" => "1h" })
    assert_match(/QUINTAIN_PATIENCE is '1h', and a number of seconds is wanted/, said)
  end

  def test_the_server_ends_with_a_test_that_is_killed
    url = URI(erring("test_one_that_is_killed", {}, nil)[/http:\S+/])
    # It ends as soon as it sees the end of the pipe, and then nothing answers there.
    last = Process.clock_gettime(Process::CLOCK_MONOTONIC) + 20
    while Process.clock_gettime(Process::CLOCK_MONOTONIC) < last
      begin
        TCPSocket.new(url.host, url.port).close
      rescue Errno::ECONNREFUSED
        return pass
      end
    end
    flunk "the server outlives its test"
  end

  private

  # The body behind any redirects.
  def fetched(url)
    url = URI(url)
    reply = Net::HTTP.start(url.host, url.port, nil) { |http| http.get(url.path) }
    reply.is_a?(Net::HTTPRedirection) ? fetched(url.merge(reply["Location"]).to_s) : reply.body
  end

  # Runs one of the tests that fail, by itself; returns what was said. It ends with status 1, or by a signal with none.
  def erring(name, environment = {}, expected = 1)
    said, status = Open3.capture2e(environment, RbConfig.ruby, File.join(__dir__, "erring.rb"), "--name", name)
    if expected.nil? then assert_nil status.exitstatus, said else assert_equal expected, status.exitstatus, said end
    said
  end
end
