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

  def test_a_forgotten_reply
    Quintain.play("> GET /a\n> GET /b\n< 200\n") { nil }
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
