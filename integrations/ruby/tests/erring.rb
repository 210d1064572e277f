# erring.rb: tests that fail, each in another way; test_quintain.rb runs them and reads what is said.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

require "minitest/autorun"
require_relative "../quintain"

class Erring < Minitest::Test
  def test_another_path
    Quintain.play("followed.scenario") { |http| Net::HTTP.get(URI(http.url("/new"))) }
  end

  def test_no_request
    Quintain.play("followed.scenario") { nil }
  end

  def test_a_reason_of_its_own
    Quintain.play("followed.scenario") { flunk "a reason" }
  end

  def test_an_unreadable_scenario
    Quintain.play("> GET /\n* redirct\n") { flunk "it is armed" }
  end

  TEXT = <<~END
    > GET /a
    > X-Constant: 1
    < 200
  END

  def test_a_text
    Quintain.play(<<~END) { |http| Net::HTTP.get(URI(http.url("/a"))) }
      > GET /a
      > X-Text: 1
      < 200
    END
  end

  def test_a_text_of_a_constant
    Quintain.play(TEXT) { |http| Net::HTTP.get(URI(http.url("/a"))) }
  end

  def test_an_unreadable_text
    Quintain.play(<<~END) { flunk "it is armed" }
      > GET /a
      <201
    END
  end

  def test_a_text_of_nothing
    Quintain.play(<<~END) { flunk "it is armed" }
      # Nothing

    END
  end

  def test_a_text_with_a_value
    Quintain.play(<<~END) { |http| Net::HTTP.get(URI(http.url("/a"))) }
      > GET /#{"a"}
      > X-Value: 1
      < 200
    END
  end

  def test_a_text_that_stands_twice
    one = <<~END
      > GET /a
      > X-Twice: 1
      < 200
    END
    other = <<~END
      > GET /a
      > X-Twice: 1
      < 200
    END
    Quintain.play([one, other].last) { |http| Net::HTTP.get(URI(http.url("/a"))) }
  end

  def test_a_part_of_a_text
    # These lines stand in another text as well.
    Quintain.play("> GET /a\n> X-Text: 1\n") { |http| Net::HTTP.start(URI(http.url).host, URI(http.url).port) { nil } }
  end

  def test_a_forgotten_reply
    Quintain.play("> GET /{{a = any}}\n< 200\n") { nil }
  end

  def test_a_reply_that_never_comes
    Quintain.play("> GET /a\n! stall\n", deadline: 1) do |http|
      Net::HTTP.get(URI(http.url("/a")))
    rescue EOFError, SystemCallError
      nil
    end
  end

  def test_a_line_of_a_callback
    Quintain.play("> GET /a\n< 200\n* finish\n") { |http| Net::HTTP.get(URI(http.url("/a"))) }
    flunk "a reason"
  end

  def test_a_name_that_is_not_there
    Quintain.play("redirects/folowed") { flunk "it is armed" }
  end

  def test_an_origin_that_is_not_there
    Quintain.play("followed.scenario") { |http| http.url("/", origin: "mian") }
  end

  def test_one_that_is_killed
    Quintain.play("followed.scenario") do |http|
      $stdout.syswrite("#{http.url}\n")
      Process.kill(:KILL, Process.pid)
    end
  end
end
