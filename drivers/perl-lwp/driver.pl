#!/usr/bin/env perl
# driver.pl: Perl's LWP behind the driver protocol.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0

# LWP::UserAgent loads one thing at a time, and asks by methods that a subclass overrides: redirect_ok and
# get_basic_credentials, which it calls for Digest as well. A signal tells that the runner says something while LWP waits.
use strict;
use warnings;
use JSON::PP;
use List::Util qw(first);
use Fcntl qw(F_GETFL F_SETFL F_SETOWN O_ASYNC);

BEGIN {
    unless (eval { require LWP::UserAgent; require LWP::Protocol::https; require HTTP::CookieJar::LWP; 1 }) {
        print STDERR "there is no LWP with https and HTTP::CookieJar: $@";
        exit 69;
    }
}

my %callbacks = (
    redirect => ['default', 'no', 'to'], challenge => ['default', 'use', 'none', 'no', 'trust'],
    response => ['default'], data => [], finish => [], fail => [],
);
my %greeting = (
    driver => 1, name => 'perl-lwp', version => LWP::UserAgent->VERSION, again => JSON::PP::true,
    loads => ['data', 'upload', 'stream'], callbacks => \%callbacks,
    acts => ['cancel', 'trust'], options => ['timeout', 'cookies', 'anchor', 'proxy'],
    can => ['tls', 'proxy', 'cookies', 'reuse', 'decoding', 'client-certificate'], challenges => ['Basic', 'Digest'],
);

my ($input, $case, $load, $question, $agent, $anchor, @orders) = ('');
$| = 1;

sub say_line {
    print JSON::PP->new->canonical->ascii->encode({@_}), "\n";
}

# Bytes as a text, or as {"hex": …}, and back again.
sub text {
    my $octets = shift;
    my $text = $octets;
    return utf8::decode($text) ? $text : {hex => unpack('H*', $octets)};
}

sub octets {
    my $value = shift;
    if (ref $value) {
        if (defined $value->{file}) {
            open my $file, '<:raw', $value->{file} or die "$value->{file}: $!";
            local $/;
            return scalar <$file>;
        }
        return pack 'H*', $value->{hex} if defined $value->{hex};
        $value = $value->{text};
    }
    utf8::encode($value);
    return $value;
}

sub report {
    my ($callback, $subject, %more) = @_;
    return if $load->{ended};
    $load->{ended} = 1 if $callback eq 'finish' or $callback eq 'fail';
    say_line(callback => $callback, case => $case, load => $load->{load}, subject => $subject, %more);
}

sub unable {
    $load->{ended} = 1;
    say_line(unable => shift, load => $load->{load});
}

# Reports, and waits for the decision.
sub ask {
    report(@_, question => ++$question);
    while (1) {
        my $order = next_order();
        if (defined $order->{end} or ($order->{act} // '') eq 'cancel') {
            unshift @orders, $order;
            cancel();
        }
        next unless ($order->{answer} // 0) == $question;
        cancel() if $order->{decision} eq 'cancel';
        return $order;
    }
}

sub cancel {
    $load->{cancelled} = 1;
    die "cancelled\n";
}

# The runner's lines: waited for, or as many as there are.
sub next_order {
    # Otherwise the signal's handler would take the line that is awaited here.
    local $SIG{IO} = 'IGNORE';
    until (@orders) {
        take() or exit 0;
    }
    return shift @orders;
}

sub take {
    sysread(STDIN, $input, 65536, length $input) or return $!{EINTR};
    push @orders, decode_json($1) while $input =~ s/^(.*)\n//;
    return 1;
}

sub look {
    my $bits = "\1";
    take() or exit 0 if select($bits, undef, undef, 0) > 0;
    my $meant = first { defined $_->{end} or ($_->{act} // '') eq 'cancel' } @orders;
    cancel() if $meant and not $load->{ended};
}

sub pairs {
    my $headers = shift;
    my @pairs;
    $headers->scan(sub { push @pairs, [$_[0], text($_[1])] unless $_[0] =~ /^Client-|^::/ });
    return \@pairs;
}

package Agent {
    our @ISA = ('LWP::UserAgent');

    sub redirect_ok {
        my ($self, $request, $response) = @_;
        my $answer = main::ask('redirect', ['' . $response->code, $request->uri->as_string],
            fields => {method => $request->method}, header => main::pairs($request->headers));
        if ($answer->{decision} eq 'to') {
            $request->uri($answer->{values}[0]);
            $request->push_header(main::octets($_->[0]), main::octets($_->[1])) for @{$answer->{header} // []};
        }
        return $answer->{decision} ne 'no';
    }

    sub get_basic_credentials {
        my ($self, $realm, $url, $proxy) = @_;
        my $challenge = shift @{$load->{challenges}} // 'Basic';
        return if $load->{enough};
        my $failures = $load->{asked}{"$url $realm"}++ || 0;
        my $answer = main::ask('challenge', [$challenge],
            fields => {realm => main::text($realm), failures => "$failures", proxy => $proxy ? 'yes' : 'no'});
        $load->{enough} = $answer->{decision} ne 'no';
        return $answer->{decision} eq 'use' ? map { ref $_ ? main::octets($_) : $_ } @{$answer->{values}} : ();
    }
}

# LWP reads the bodies of redirects and challenges before it says what it makes of them.
sub undecided {
    my $response = shift;
    return $response->code =~ /^(?:30[12378]|401|407)$/;
}

sub headed {
    my ($response) = @_;
    $load->{enough} = 0;
    my @challenges = ($response->header('WWW-Authenticate'), $response->header('Proxy-Authenticate'));
    $load->{challenges} = [map { /^\s*(basic|digest)\b/i ? ucfirst lc $1 : () } @challenges];
    respond($response) unless undecided($response);
}

sub respond {
    my $response = shift;
    my %fields = (url => $response->request->uri->as_string);
    $fields{length} = $response->content_length if defined $response->content_length;
    $fields{encoding} = $response->content_type_charset if ($response->header('Content-Type') // '') =~ /charset/i;
    $fields{filename} = '' . $response->filename if defined $response->filename;
    my @type = defined $response->header('Content-Type') ? scalar $response->content_type : ();
    ask('response', ['' . $response->code, @type], fields => \%fields, header => pairs($response->headers));
}

sub piece {
    my $octets = shift;
    my $text = text($octets);
    report('data', [], ref $text ? %$text : (data => $text)) if length $octets;
}

# A part of a body. One that is coded is read when it is whole, as LWP's manual has it.
sub arrived {
    my ($octets, $response) = @_;
    return piece($octets) unless defined $response->header('Content-Encoding');
    $load->{coded} .= $octets;
}

sub perform {
    for my $each (@{$load->{decisions} // []}) {
        my ($name, $decision) = @$each{'callback', 'decision'};
        next if $callbacks{$name} and $decision eq 'cancel' or first { $_ eq $decision } @{$callbacks{$name} // []};
        next if $decision eq 'default' or $decision eq 'trust' or defined $each->{certificate};
        return unable("nobody is asked, so that '$name -> $decision' cannot be decided");
    }
    return unable('LWP speaks no TLS with proxies') if ($load->{proxy} // '') =~ /^https:/;
    prepare();
    my $request = HTTP::Request->new($load->{method}, $load->{url});
    $request->push_header(octets($_->[0]), octets($_->[1])) for @{$load->{fields} // []};
    if (defined $load->{body}) {
        my $body = octets($load->{body});
        # LWP calls it once more than there are parts, and from the beginning where the request is sent again.
        my $rest = $body;
        my $parts = sub { my $part = substr $rest, 0, 4096, ''; $rest = $body if $part eq ''; $part };
        $request->content($load->{as} eq 'stream' ? $parts : $body);
        $request->header('Content-Length' => 0) if $body eq '';
    }
    my $response = eval { local $SIG{IO} = \&look; look(); $agent->request($request, \&arrived) };
    my $error = $@;
    return report('fail', ['cancelled']) if $load->{cancelled};
    print STDERR $error if $error;
    return report('fail', ['other']) if $error;
    my $internal = ($response->header('Client-Warning') // '') eq 'Internal response';
    my $said = $internal ? $response->content || $response->message : $response->header('X-Died');
    if (defined $said) {
        print STDERR $said;
        return report('fail', [kind($said)]);
    }
    return report('fail', ['too-many-redirects']) if ($response->header('Client-Warning') // '') =~ /^Redirect loop/;
    eval { respond($response) if undecided($response); 1 } or return report('fail', ['cancelled']);
    $response->content($load->{coded}) if defined $load->{coded};
    if (length $response->content) {
        my $plain = eval { $response->decoded_content(charset => 'none', raise_error => 1) };
        print STDERR $@ unless defined $plain;
        return report('fail', ['decoding']) unless defined $plain;
        piece($plain);
    }
    report('finish', []);
}

# The settings of LWP for a load's options and decisions.
sub prepare {
    my %security = (verify_hostname => 1);
    $security{SSL_ca_file} = $load->{anchor} // $anchor if $load->{anchor} // $anchor;
    for my $each (@{$load->{decisions} // []}) {
        %security = (%security, verify_hostname => 0, SSL_verify_mode => 0) if $each->{decision} eq 'trust';
        %security = (%security, SSL_cert_file => $each->{certificate}, SSL_key_file => $each->{certificate})
            if defined $each->{certificate};
    }
    $agent->{ssl_opts} = \%security;
    $agent->timeout(($load->{timeout} // 60_000) / 1000);
    $agent->cookie_jar(($load->{cookies} // 1) ? $agent->{jar} : undef);
    $agent->proxy(['http', 'https'], $load->{proxy});
}

sub kind {
    my $said = shift;
    for my $each (
        [qr/establishing SSL tunnel failed/ => 'proxy'], [qr/timeout|timed out/i => 'timed-out'],
        [qr/Name or service not known|Bad hostname|not known/ => 'cannot-connect'],
        [qr/certificate|hostname|SSL connect|SSL upgrade|SSL_|Can't connect.*reset by peer/s => 'tls'], [qr/Can't connect/ => 'cannot-connect'],
        [qr/Server closed|reset by peer|EOF|Broken pipe|without sending/ => 'connection-lost'],
        [qr/scheme|not supported|URL/ => 'other'],
        [qr/Bad|status line|Header|header|chunk/ => 'bad-response'],
    ) {
        return $each->[1] if $said =~ $each->[0];
    }
    return 'other';
}

$SIG{IO} = 'IGNORE';
fcntl(STDIN, F_SETOWN, $$);
fcntl(STDIN, F_SETFL, fcntl(STDIN, F_GETFL, 0) | O_ASYNC);
say_line(%greeting);
while (1) {
    my $order = next_order();
    if (defined $order->{case}) {
        $case = $order->{case};
        $agent = Agent->new(keep_alive => 8, requests_redirectable => []);
        $agent->{jar} = HTTP::CookieJar::LWP->new;
        # As LWP's manual has it; what is asked for so is undone by decoded_content.
        $agent->default_header('Accept-Encoding' => scalar HTTP::Message::decodable());
        $agent->add_handler(response_header => sub { headed(@_); undef });
        undef $anchor;
    } elsif (defined $order->{end}) {
        $agent->conn_cache->drop;
        say_line(ended => $order->{end});
    } elsif (defined $order->{act}) {
        if ($order->{act} eq 'trust') {
            $anchor = $order->{anchor};
        } elsif ($order->{act} ne 'cancel') {
            say_line(unable => "LWP has nothing like '$order->{act}'");
        }
    } elsif (defined $order->{load}) {
        $load = $order;
        $load->{as} //= 'data';
        perform();
    }
}
