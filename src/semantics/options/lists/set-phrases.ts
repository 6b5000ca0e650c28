/** Phrases for leaving all as it is, for how often, how much and by whom, in the form of the other phrases. */
export const SET_PHRASES = `
keep everything the same = statusquo
keep everything as before = statusquo
leave everything unchanged = statusquo
leave everything alone = statusquo
host it ourselves = selfhosted
host ourselves = selfhosted
run it ourselves = selfhosted
for now = temporarily
for the time being = temporarily
every quarter = quarterly
each quarter = quarterly
once a quarter = quarterly
per quarter = quarterly
twice = 2 times
right away = now
right now = now
at once = now
straight away = now
without delay = now
as soon as possible = now
asap = now
at least = >=
no less than = >=
no fewer than = >=
not less than = >=
not fewer than = >=
a minimum of = >=
minimum of = >=
at most = <=
no more than = <=
not more than = <=
up to = <=
a maximum of = <=
maximum of = <=
more than = >
greater than = >
larger than = >
higher than = >
less than = <
fewer than = <
lower than = <
smaller than = <
status quo = statusquo
the status quo = statusquo
keep the status quo = statusquo
retain the status quo = statusquo
maintain the status quo = statusquo
stay with the status quo = statusquo
change nothing = statusquo
do nothing = statusquo
no change = statusquo
no changes = statusquo
no action = statusquo
take no action = statusquo
make no change = statusquo
make no changes = statusquo
do not change anything = statusquo
not change anything = statusquo
keep things as they are = statusquo
keep everything as it is = statusquo
keep everything as is = statusquo
keep it as it is = statusquo
keep it as is = statusquo
keep as is = statusquo
leave things as they are = statusquo
leave everything as it is = statusquo
leave everything as is = statusquo
leave it as it is = statusquo
leave it as is = statusquo
leave as is = statusquo
leave it alone = statusquo
stay as we are = statusquo
keep what we have = statusquo
stick with what we have = statusquo
stay with what we have = statusquo
keep the current state = statusquo
keep the current setup = statusquo
keep the current system = statusquo
keep the current solution = statusquo
keep the current approach = statusquo
keep the existing setup = statusquo
keep the existing system = statusquo
keep the existing solution = statusquo
leave unchanged = statusquo
every day = daily
each day = daily
once a day = daily
per day = daily
every week = weekly
each week = weekly
once a week = weekly
per week = weekly
every month = monthly
each month = monthly
once a month = monthly
per month = monthly
every hour = hourly
each hour = hourly
once an hour = hourly
per hour = hourly
every year = yearly
once a year = yearly
per year = yearly
every night = nightly
each night = nightly
by hand = manually
step by step = incrementally
bit by bit = incrementally
piece by piece = incrementally
little by little = incrementally
in steps = incrementally
in stages = incrementally
in small steps = incrementally
in increments = incrementally
all at once = bigbang
in one go = bigbang
in one step = bigbang
at the same time = concurrently
all users = everyone
all of the = all
all of = all
each of the = all
every one of = all
each and every = all
on our own = inhouse
by ourselves = inhouse
ourselves = inhouse
our own = inhouse
`;
