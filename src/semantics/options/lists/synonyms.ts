/**
 * Words that choose the same thing, one group to a line. Kept small: each line must hold wherever an option could be
 * worded, since a pair that only sometimes means the same would merge two options.
 */
export const SYNONYMS = `
keep retain preserve store maintain
move migrate switch transition transfer relocate shift
replace swap exchange substitute
delay postpone defer
release ship launch publish
now immediately instantly
split divide decompose break
buy purchase
add build create construct develop make include append
remove delete drop eliminate discard ditch scrap
stop cease halt discontinue end cancel abort kill
retire decommission sunset shutdown
increase more raise grow bump enlarge boost
decrease fewer less reduce lower shrink cut
extend lengthen prolong
enable activate
disable deactivate
forbid prohibit ban disallow
allow permit
require mandate enforce mandatory compulsory obligatory
fix repair resolve solve
run execute perform
hire recruit
show display
fetch retrieve
begin start commence
collect gather
combine merge unify consolidate
convert transform
accelerate hasten
improve enhance
check verify validate
pin lock
notify inform
rewrite reimplement
refactor restructure reorganize
accept approve
all every each
everyone everybody
only solely exclusively
big large
bigger larger
faster quicker
limit restrict cap
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
separate dedicated independent
try attempt
generate produce
assign allocate
change modify alter
send dispatch
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
vendor supplier
picture image photo
folder directory
`;
