/**
 * Words that choose the same thing, one group to a line. Each line must hold wherever an option could be worded, since
 * a pair that only sometimes means the same would merge two options; those that hold for some objects only stand in
 * `verbs-by-object.ts`.
 */
export const SYNONYMS = `
keep retain preserve store maintain persist continue
move migrate switch transition transfer relocate shift
replace swap exchange substitute supersede supplant
delay postpone defer reschedule
release ship launch publish
now immediately instantly instant immediate promptly
split divide decompose break
buy purchase procure
add build create construct develop make include append insert
remove delete drop eliminate discard ditch scrap abandon abolish eradicate jettison axe dispense
stop cease halt discontinue end cancel abort kill quit
retire decommission sunset shutdown phaseout dismantle
increase more raise grow bump enlarge boost rampup heighten
decrease fewer less reduce lower shrink cut minimize lessen diminish curtail
extend lengthen prolong
enable activate reactivate
disable deactivate
forbid prohibit ban disallow outlaw
allow permit
require demand mandate enforce mandatory compulsory obligatory necessitate
fix repair resolve solve mend remedy rectify
run execute perform operate
hire recruit
show display
fetch retrieve get obtain
begin start commence initiate kickoff
collect gather
combine merge unify consolidate fuse amalgamate unite
convert transform
accelerate hasten expedite
improve enhance
check verify validate
pin lock
notify inform apprise
rewrite reimplement recode
refactor restructure reorganize rework
accept approve signoff greenlight ratify okay
all every each
everyone everybody
only solely exclusively exclusive
big large
bigger larger
faster quicker
limit restrict cap constrain confine
rollback revert undo
pause suspend
copy duplicate clone
engineer developer
bug defect
outage downtime
cheap inexpensive affordable lowcost
expensive costly pricey
old legacy
several multiple
separate dedicated independent standalone individual
try attempt
generate produce
assign allocate appoint designate
change modify alter
send dispatch emit transmit
erase wipe
guarantee ensure assure
often frequent
simple easy straightforward uncomplicated
small little
fast quick rapid
gradual incremental stepwise phased progressive
whole entire full total wholly
annual yearly
parallel concurrent simultaneous
existing current incumbent
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
decouple detach disentangle uncouple
integrate incorporate
finish complete finalize conclude
revoke withdraw
retry rerun
cache memoize
ignore disregard overlook
tag label
mirror replicate
widen broaden expand
relax loosen
populate seed
redesign revamp overhaul rearchitect
deploy rollout
team squad crew
contractor freelancer
employee staff personnel
measure gauge quantify
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
outsource contractout subcontract
extract spinoff
evaluate assess
investigate research
announce communicate proclaim
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
common shared joint
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
