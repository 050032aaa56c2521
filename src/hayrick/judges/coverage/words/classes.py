"""Classes of words of which one excludes the others: colours, relatives, trades, animals, nationalities."""

from __future__ import annotations

from hayrick.judges.coverage.words.groups import groups_of

_CLASSES = """
red orange yellow green blue purple violet pink brown black white grey gray gold silver beige turquoise crimson
scarlet|north south east west northern southern eastern western northeast northwest southeast southwest|
spring summer autumn winter|morning noon afternoon evening night midnight|yesterday today tomorrow|
breakfast lunch dinner supper brunch|king queen prince princess duke|man woman|boy girl|male female|
mother father brother sister uncle aunt nephew niece cousin grandmother grandfather son daughter husband wife|
doctor nurse lawyer attorney engineer teacher librarian architect plumber electrician carpenter farmer soldier
sailor pilot journalist reporter actor actress singer painter dentist surgeon pharmacist accountant banker baker
butcher chef waiter cook barber tailor driver firefighter policeman judge minister mayor governor senator president
chairman treasurer secretary professor student pupil coach referee goalkeeper striker midfielder defender
quarterback receiver|
dog cat horse cow pig sheep goat chicken duck goose turkey rabbit mouse rat wolf fox bear lion tiger elephant monkey
whale shark dolphin salmon tuna trout eagle owl crow swan snake frog turtle bee wasp ant spider|
car bus truck lorry train tram ferry boat ship plane airplane aircraft helicopter bicycle bike motorcycle scooter
taxi van subway metro rocket tractor|bond stock share fund mortgage pension loan deposit option derivative|
debt equity|wheat barley rice oats maize corn rye soy|
apple pear orange banana grape lemon cherry plum peach strawberry melon|
potato tomato onion carrot cabbage bean pea lettuce spinach|coffee tea milk juice wine beer water vodka whisky cider|
beef pork lamb chicken fish|cheese butter yogurt cream|bread cake pie|
iron steel copper tin zinc lead nickel aluminium aluminum gold silver platinum|oil gas coal nuclear solar wind hydro|
wood stone brick concrete glass paper plastic|cotton wool silk linen leather|
piano violin trumpet guitar flute drum cello harp organ saxophone clarinet|football soccer tennis cricket rugby golf
hockey basketball baseball volleyball swimming boxing cycling|church mosque temple synagogue|
hospital school prison library museum theatre theater stadium airport station factory warehouse office hotel
restaurant|kitchen bedroom bathroom garage basement attic|
arm leg hand foot knee elbow shoulder ankle wrist finger toe neck back|heart liver kidney lung brain stomach|
eye ear nose mouth|left right|front rear|monday tuesday wednesday thursday friday saturday sunday|gold silver bronze|
hearts spades|daily weekly monthly yearly hourly quarterly annual|day week month quarter year decade century|
hour minute second|local regional national global|primary secondary|bachelor master doctorate|
single married divorced widowed|catholic protestant muslim jewish hindu|
german french italian spanish british english scottish irish welsh american canadian mexican brazilian chinese
japanese korean indian russian ukrainian polish dutch belgian swiss austrian swedish norwegian danish finnish greek
turkish egyptian nigerian kenyan australian portuguese hungarian czech romanian|
germany france italy spain britain england scotland ireland wales america canada mexico brazil china japan korea
india russia ukraine poland netherlands belgium switzerland austria sweden norway denmark finland greece turkey
egypt nigeria kenya australia portugal hungary|
london paris berlin madrid rome vienna moscow beijing tokyo washington chicago boston|
europe asia africa america australia antarctica|
earth mars venus jupiter saturn mercury neptune uranus|cholera malaria measles influenza flu tuberculosis diabetes
cancer asthma pneumonia|rain snow hail fog sunshine|earthquake flood drought hurricane tornado wildfire|
knife gun rifle pistol bomb sword|murder theft fraud robbery arson bribery|army navy|import export|teacher pupil|
buyer seller|landlord tenant|lender borrower|winner loser|plaintiff defendant
"""

CLASSES = groups_of(_CLASSES.strip().replace("\n", " ").split("|"))
"""For each stem the classes that it belongs to."""
