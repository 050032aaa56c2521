"""Tables of our own phrases, from which `writings` makes pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

TOPICS = """lighthouses: keeper; headland; lamp, lens, foghorn, spiral stair, oil can, storm glass
beekeeping: beekeeper; orchard; hive, smoker, honeycomb, veil, queen, swarm
railways: signalman; junction; lever, timetable, platform lamp, goods wagon, whistle, turntable
bread: baker; bakehouse; sourdough, oven peel, rye flour, proving basket, crust, salt tin
glaciers: guide; icefall; crevasse, moraine, rope, ice axe, meltwater stream, blue cave
clocks: clockmaker; workshop; pendulum, mainspring, cuckoo, dial, brass gear, winding key
markets: stallholder; square; weighing scale, awning, handcart, crate of plums, cash box, bell
bridges: engineer; river bank; arch, toll gate, iron rivet, parapet, flood mark, pier
whales: lookout; bay; spout, harpoon rusted through, fluke, drifting net, barnacle, long call
kites: kite flyer; hilltop; paper tail, bamboo frame, reel, torn corner, updraught, string
libraries: librarian; reading room; card index, ladder, returned atlas, date stamp, lost page, green lamp
vineyards: grower; terrace; press, late frost, barrel, pruning knife, bunch of grapes, cellar door
chess: player; cafe; bishop, clock, sacrificed rook, folded board, endgame, missing pawn
volcanoes: geologist; crater rim; ash plume, seismograph, lava bomb, sulphur vent, warm boot, map
theatre: prompter; stage door; trapdoor, velvet curtain, forgotten line, wig, spotlight, dressing room
mushrooms: forager; beech wood; basket, chanterelle, fly agaric, pocket knife, fallen log, spore print
pottery: potter; kiln yard; wheel, glaze, cracked jug, clay pit, tea bowl, cooling shelf
skating: skater; frozen canal; blade, thin patch, lantern, broom, figure of eight, wool scarf
astronomy: observer; dome; eyepiece, comet, star chart, red torch, shutter, double star
ferries: ferryman; landing stage; chain, ticket roll, fog bell, gangplank, lifebelt, last crossing
falconry: falconer; moor; glove, hood, lure, jess, lost feather, wooden perch
weaving: weaver; loft; shuttle, warp thread, indigo dye, frayed edge, loom weight, pattern book
caves: caver; gorge; dripstone, carbide lamp, underground lake, bat, narrow squeeze, dry ledge
football: goalkeeper; muddy ground; crossbar, lucky scarf, penalty, whistle, half-time orange, torn net
gardens: gardener; walled garden; spade, greenhouse, pear tree, slug, compost heap, sundial
circus: juggler; big top; trapeze, sawdust, painted wagon, drum roll, tightrope, lost shoe
salt: salt worker; marsh; pan, rake, white heap, tide gate, wooden shovel, grey crystal
printing: printer; back room; type case, ink roller, misprint, proof sheet, paper bale, hand press
mountains: shepherd; pass; cairn, bell, hut, snow bridge, cheese wheel, marker pole
violins: violin maker; attic; scroll, gut string, varnish, cracked belly, bow, tuning peg
deserts: caravan leader; dune; waterskin, mirage, camel saddle, dry well, sandstorm, acacia
tea: taster; hill estate; kettle, leaf, wooden chest, cracked cup, withering tray, silver spoon
maps: surveyor; ridge; theodolite, contour line, blank corner, chain, benchmark, compass
puppets: puppeteer; tent; marionette, painted head, tangled string, tiny crown, wooden hand, curtain
floods: warden; dyke; sandbag, pump, gauge, rowing boat, wet cellar, breach
radio: operator; relay station; valve, aerial, call sign, static, headphone, night programme
carpentry: joiner; timber yard; plane, dovetail, oak plank, chisel, shaving, glue pot
wolves: tracker; pine forest; paw print, howl, carcass, den, camera trap, snow crust
lace: lace maker; window seat; bobbin, pillow, pin, pattern card, collar, fine thread
mills: miller; mill race; sluice, grindstone, flour sack, waterwheel, rat, hoist
coral: diver; reef; parrotfish, air tank, anchor scar, sea fan, cleaner shrimp, slate
bicycles: mechanic; repair shop; chain, spoke, bell, patched tyre, saddle, pump
opera: soprano; orchestra pit; high note, score, broken fan, gilded box, understudy, encore
fireworks: pyrotechnician; quay; fuse, rocket, damp powder, mortar, catherine wheel, tarpaulin
trams: conductor; depot; pole, rail, punched ticket, bell cord, sanding box, terminus
storks: ringer; chimney; nest, leg ring, frog, clattering beak, cartwheel, first egg
quarries: stonecutter; quarry face; wedge, slate block, blasting horn, dust, crane, fossil
perfume: perfumer; laboratory; vial, jasmine, blotter, amber, copper still, faded label
rowing: coxswain; boathouse; oar, riggers, blister, finish line, wash, megaphone
elections: clerk; village hall; ballot box, pencil on a string, recount, poster, ink stain, turnout
coins: collector; auction room; mint mark, worn edge, velvet tray, forgery, magnifier, clay hoard
snow: plough driver; valley road; drift, blade, grit, buried fence, icicle, shovel
hats: hatter; arcade; brim, felt, ribbon, wooden block, moth hole, steam
toys: toymaker; shop window; tin soldier, spinning top, music box, wind-up mouse, doll house, paint pot
apples: cider maker; farmyard; pomace, windfall, ladder, wasp, graft, oak vat
ghosts: night porter; old hotel; cold draught, empty lift, portrait, candle, locked room, footstep
rain: meteorologist; rooftop; gauge, gutter, barometer, umbrella, puddle, cloud bank
tunnels: miner; heading; drill, pit prop, water seam, cage, lamp check, daylight
dances: dancing master; ballroom; waltz, fiddle, worn floor, fan, mirror, last partner
inns: innkeeper; crossroads; tankard, stable, guest book, fireplace, creaking stair, signboard"""
"""A line a topic: its name, a person, a place, and six things."""

FRAMES = """The {adj} {a} was moved to the {place} on {day}, and nobody asked why until {time}.
{name} counted {number} of them before the {b} gave way.
Every {month} the {person} mends the {a}, although the {b} would be easier to replace.
It was {name} who noticed that the {a} and the {b} had changed places.
In the {place} there is a rule about the {a}: it is touched once {freq}, and never after {time}.
The {person} sold the {a} for {number} coins and bought it back {later}.
{aside}, the {b} behaved as a {adj} {b} should.
Two children from {town} drew the {a} in chalk and called it {name}.
According to {name}, the {a} is older than the road to {town}.
The {person} keeps a {b} under the bed, wrapped in last year's newspapers.
Nothing in {town} is as {adj} as the {a} after {weather}.
They waited {number} minutes for the {b}, then began without it.
{aside}, somebody had painted the {a} {colour}.
A visitor from {town} offered to carry the {b} and dropped it twice.
The {a} makes a sound like {sound} when {weather} comes over the {place}.
{name} wrote {number} letters about the {b} and posted none of them.
On the way to the {place} the {person} lost a glove, a {b} and an argument.
You can still see where the {a} stood: the grass is {colour} there.
What {name} learned about the {b} would fill a thimble, and it was enough.
The {person} has a theory that {weather} begins in the {a}.
By {time} the {b} had been found, cleaned and quarrelled over.
No two people in {town} agree on what the {a} is for.
{aside}, the {person} lent the {a} to {name} and got back a {b}.
The oldest {b} in the {place} is tied up with {colour} wool.
When {name} turned {number}, the whole of {town} gave a {a}.
There used to be {number} people who understood the {b}; now there is {name}.
The {person} says good morning to the {a} and good night to the {b}.
Once {freq} the {place} smells of {smell}, and then the {a} has to be aired.
{name} slept beside the {b} through {weather} and woke with {colour} hands.
The council of {town} measured the {a} and found it a hand too short.
A {adj} rumour says that the {b} came here in a cart from {town}.
If the {a} falls, the {person} will laugh first and sweep up {later}.
Whoever borrows the {b} has to leave a shoe at the {place}.
{aside}, {name} stepped over the {a} and into the history of {town}.
The light was {colour}, the {b} was warm, and the {person} hummed.
For {number} days the {place} was closed because of a single {a}.
It takes {number} steps to walk round the {b}, or fewer in {month}.
{name} had promised the {a} to a cousin in {town}, who never called for it.
The {person} trusts the {b}, the tide tables and no one else.
Between {time} and dawn the {a} belongs to the cats of the {place}.
At the fair in {town} a {adj} {b} won second prize.
The {a} was repaired with string, {smell} and a great deal of talk.
{weather_cap} spoiled the {b}, so they practised with the {a} instead.
Someone leaves a {colour} ribbon on the {a} every {day}.
The {person} once threw the {b} at {name} and has regretted it {freq_adverb}.
From the {place} you hear {sound} and, more faintly, the {a}.
They say in {town}: a {b} in {month} is worth {number} in spring.
The {a} cast a shadow that looked like {name} asleep.
{name} taught the {person} to hold the {b} with two fingers.
After {weather} the {place} was {adj} again, and the {a} shone."""
"""A sentence a line; `a` and `b` are two things of the topic."""

NAMES = """Ada Bruno Clara Dmitri Elsa Farid Greta Hugo Ines Jonas Katya Leon Mira Nils Olga Pavel Quentin Rosa
Stefan Tilda Ugo Vera Willem Xenia Yusuf Zora Anselm Birgit Casper Dorothea"""
TOWNS = """Alderwick Brennport Callowmere Dunsby Elverton Fennhook Garrowby Hollin Istead Jarrow Kelmscot Lorne
Marrick Northolm Oxley Penfold Quarley Ravensey Selby Tarn"""
DAYS = """Monday Tuesday Wednesday Thursday Friday Saturday Sunday"""
MONTHS = """January February March April May June July August September October November December"""
COLOURS = """amber grey crimson pale green chalk-white rust-red violet silver mustard black turquoise"""
TIMES = ("noon", "midnight", "half past four", "sunrise", "supper", "the second bell", "a quarter to nine", "dusk")
FREQ = ("a year", "a week", "in a lifetime", "a month", "every seven years", "a season")
FREQ_ADVERBS = ("ever since", "twice a day", "on Sundays only", "all winter", "less and less")
LATER = ("the same evening", "three winters later", "before anyone noticed", "in the spring", "after the funeral")
WEATHER = ("hail", "a north wind", "heavy fog", "the first snow", "thunder", "a week of drizzle", "black ice", "heat")
SOUNDS = ("a distant cough", "wet gravel", "a kettle", "torn silk", "a slow clap", "bees in a jar", "an old gate")
SMELLS = ("burnt sugar", "wet dog", "tar", "lavender", "old rope", "cloves", "cold iron", "fresh paint")

STYLES: Mapping[str, tuple[Sequence[str], Sequence[str]]] = MappingProxyType(
    {
        "cheerful": (
            ("jolly", "sunny", "merry", "bouncing", "rosy", "plump"),
            (
                "As luck would have it",
                "To loud applause",
                "With a grin",
                "Hooray",
                "Best of all",
                "Singing all the way",
            ),
        ),
        "solemn": (
            ("grave", "silent", "venerable", "sacred", "stern", "weighty"),
            ("In due order", "With bowed head", "As was fitting", "After long silence", "By old custom", "Mark this"),
        ),
        "dry": (
            ("passable", "plain", "regulation", "middling", "serviceable", "standard"),
            ("For the record", "As far as is known", "Strictly speaking", "Unsurprisingly", "On balance", "In short"),
        ),
        "wistful": (
            ("faded", "half-remembered", "lonely", "gentle", "bygone", "misty"),
            ("Long ago", "If memory serves", "In those days", "One last time", "As in a dream", "Too late"),
        ),
        "boastful": (
            ("matchless", "colossal", "glorious", "peerless", "legendary", "magnificent"),
            (
                "As everyone admits",
                "Without false modesty",
                "Naturally",
                "To the envy of all",
                "As I foretold",
                "Behold",
            ),
        ),
        "hurried": (
            ("rushed", "breathless", "half-finished", "crooked", "last-minute", "rattling"),
            ("No time to explain", "Quick now", "In the scramble", "Before the ink dried", "All at once", "In a flash"),
        ),
    }
)
"""Name -> adjectives, and what a sentence begins with."""
