"""Words that running text uses for each other though WordNet does not relate them, as stems: written by hand."""

from __future__ import annotations

from hayrick.judges.coverage.words.groups import groups_of

_GROUPS = """army military troops soldiers|aircraft jet plane|colleague counterpart coworker peer
consent blessing permission okay|studio workshop atelier|save store keep|intact untouched undamaged unscathed
bankrupt insolvent bust broke|hide stash conceal|clinch win secure bag capture|persuade convince talk coax
drive fuel power propel spur|steal nick pinch swipe|supply provide ship deliver
allege claim assert contend maintain argue|own possess hold|drop scrap abandon ditch axe shelve bin
withstand survive endure outlast resist|tear gash rip crack|inhibit block suppress impede|redeem repay settle
rota schedule roster timetable|entitlement right|introduce release unveil launch debut|cancel scrap axe abort
sack fire dismiss axe|arrest detain nab seize apprehend|plunge tumble slump crash|soar rocket jump leap
overhaul revamp reform|revise amend update|design devise draft|magazine journal|song tune track|match game fixture
title championship crown trophy|crowd attendance audience spectators|doctor physician medic|finding result discovery
boss chief director manager chairman|revenue sales turnover takings|dividend payout|bank lender|contract deal
bid offer proposal|order purchase|sell offload divest|supplier vendor provider|storm gale tempest
landslide mudslide landslip|council authority municipality|mayor burgomaster|minister secretary|law statute act
opponent rival challenger|ally partner supporter|verdict ruling judgment|pupil student schoolchild
teenager adolescent youth|tourist visitor|ship boat|dinner supper|screen monitor display|cable cord lead wire
bug error glitch defect flaw|update upgrade|version edition release|folder directory|password passcode
video clip footage|wait stay linger|throw toss hurl|complain grumble moan|fresh recent new|extra additional further
mainly mostly chiefly primarily largely|repair restore overhaul mend|appoint name install|book reserve order
hand pass give|leave quit|ask approach request|delay postpone defer|refuse decline balk|oust topple unseat
flee escape abscond|injure hurt wound maim|carry haul lug|guard protect shield|gather collect amass
halt suspend freeze|pay settle cover|spot notice glimpse|publish print run|vow pledge swear|probe inquiry investigation
collapse fold fail|oversee supervise run|warehouse depot|strike walkout stoppage|pact treaty accord|wage pay salary
guideline directive rule|outcome upshot result|shortage scarcity lack|surplus excess glut|setback blow reverse
feud quarrel dispute row|applause ovation cheers|applicant candidate contender|commuter passenger traveller
resident inhabitant local|blaze fire inferno|premiere debut|prize award|manual handbook guide|trainee apprentice
subsidy grant aid|tenant lodger renter|landlord owner proprietor|nurse carer|physicist scientist researcher"""

KINDRED = groups_of(_GROUPS.replace("\n", "|").split("|"))
"""Numbers of the groups of each stem."""
