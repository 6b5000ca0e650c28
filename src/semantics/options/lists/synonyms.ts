/**
 * Words that choose the same thing, one group to a line. Each line must hold wherever an option could be worded, since
 * a pair that only sometimes means the same would merge two options; those that hold for some objects only stand in
 * `verbs-by-object.ts`.
 */
export const SYNONYMS = `
keep retain preserve store maintain persist continue
move migrate switch transition transfer relocate shift
replace swap exchange substitute
delay postpone defer
release ship launch publish
now immediately instantly
split divide decompose break
buy purchase
add build create construct develop make include append insert
remove delete drop eliminate discard ditch scrap abandon abolish
stop cease halt discontinue end cancel abort kill
retire decommission sunset shutdown phaseout
increase more raise grow bump enlarge boost rampup
decrease fewer less reduce lower shrink cut minimize
extend lengthen prolong
enable activate
disable deactivate
forbid prohibit ban disallow
allow permit
require demand mandate enforce mandatory compulsory obligatory
fix repair resolve solve mend
run execute perform operate
hire recruit
show display
fetch retrieve get obtain
begin start commence initiate kickoff
collect gather
combine merge unify consolidate fuse
convert transform
accelerate hasten
improve enhance
check verify validate
pin lock
notify inform
rewrite reimplement
refactor restructure reorganize rework
accept approve signoff
all every each
everyone everybody
only solely exclusively
big large
bigger larger
faster quicker
limit restrict cap constrain
rollback revert undo
pause suspend
copy duplicate clone
engineer developer
bug defect
outage downtime
cheap inexpensive
expensive costly
old legacy
several multiple
separate dedicated independent standalone
try attempt
generate produce
assign allocate appoint designate
change modify alter
send dispatch emit transmit
erase wipe
guarantee ensure
often frequent
simple easy straightforward
small little
fast quick rapid
gradual incremental stepwise phased
whole entire
annual yearly
concurrent simultaneous
existing current
solution product
person people human
vendor supplier provider
picture image photo
folder directory
upgrade update
rent lease
prefetch preload
cleanup tidyup
warm preheat
synchronous synchronize
decouple detach
integrate incorporate
finish complete finalize
revoke withdraw
retry rerun
cache memoize
ignore disregard
tag label
mirror replicate
widen broaden expand
relax loosen
populate seed
redesign revamp overhaul
deploy rollout
team squad
contractor freelancer
employee staff
measure gauge
discuss debate
repeat redo
finance fund sponsor
prune trim
restart reboot
wrap encapsulate
if when whenever
simplify streamline
examine inspect
mask redact
provide offer
outsource contractout
extract spinoff
evaluate assess
investigate research
announce communicate
teach educate
supervise oversee
rename relabel
rebuild recreate
hide conceal
protect safeguard guard
compute calculate
predict forecast
distribute spread
custom bespoke tailored handwritten homegrown inhouse
common shared
stale outdated obsolete
superfluous unnecessary unneeded
identical equal
distinct different
upcoming next
ticket issue
sprint iteration
retro retrospective
recurring periodic regular
optional voluntary
`;
