// Base words of common first-choice passwords, in German and English; written by hand as a rule,
// not taken from leaked passwords.

/** Lower case, letters only; compared after digits, signs and look-alike letters are normalized. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `
password passwort passwd passphrase kennwort geheim geheimnis secret zugang zugriff login logon anmelden anmeldung einloggen willkommen welcome
hallo hello servus moin gruessgott gutentag guten morgen tag abend nacht bitte danke admin administrator root system server computer rechner laptop
internet windows microsoft google apple android iphone samsung facebook instagram whatsapp amazon netflix spotify youtube yahoo gmail outlook office
test tester testing demo beispiel example default standard user benutzer gast guest support service master chef boss manager office team firma buero
praxis zahnarzt zahnaerztin zahnarztpraxis zahnmedizin zahn zaehne dental dentist dentista arzt aerztin doktor doctor doc klinik clinic medizin medical patient patienten
empfang rezeption behandlung implantat krone bruecke prophylaxe kfo kieferorthopaedie smile laecheln molar molaren
sommer winter herbst fruehling fruehjahr summer spring autumn januar februar maerz april mai juni juli august september oktober november dezember
january february march june july october december montag dienstag mittwoch donnerstag freitag samstag sonntag monday tuesday wednesday thursday friday saturday sunday
weihnachten ostern silvester neujahr geburtstag birthday christmas urlaub ferien party hochzeit
liebe love ichliebedich iloveyou schatz schatzi liebling baby babe engel angel herz heart kuss maus mausi hase hasi baer baerchen spatz suesse prinzessin princess koenig king queen prinz
hund katze dog cat pferd horse affe monkey drache dragon tiger loewe lion adler eagle wolf fisch vogel schmetterling shadow einhorn unicorn delfin
fussball football soccer basketball baseball handball tennis hockey golf bayern muenchen fcbayern dortmund borussia schalke hamburg stpauli werder bremen koeln stuttgart frankfurt eintracht leipzig hertha berlin gladbach hannover nuernberg leverkusen
deutschland germany oesterreich austria schweiz europa europe italien spanien mallorca paris london rom wien zuerich istanbul ankara tuerkei galatasaray fenerbahce besiktas polska warszawa ukraine kyiv
auto porsche ferrari mercedes audi bmw volkswagen golfgti ford opel motorrad harley yamaha
superman batman spiderman starwars pokemon pikachu naruto minecraft fortnite matrix terminator hogwarts harrypotter potter gandalf
sunshine sonne sonnenschein mond stern sterne star blume blumen flower rose schokolade chocolate kaffee coffee bier wein cookie cheese pizza
rot blau gruen gelb schwarz weiss lila rosa silber gold black white blue green orange purple silver golden
eins zwei drei vier fuenf sechs sieben acht neun zehn one two three four five six seven eight nine ten hundert tausend million
qwertz qwerty qwert asdf asdfgh yxcv zxcv abc abcd abcde xyz letmein trustno letmeinnow access freedom freiheit whatever nothing nichts alles immer always never niemals
andreas thomas michael stefan stephan christian alexander daniel sebastian martin peter markus patrick florian benjamin tobias marcel dennis matthias maximilian max paul lukas leon felix jonas david philipp jan tim niklas
julia anna laura sarah lisa lena katharina jennifer jessica vanessa nicole sandra sabine claudia melanie stefanie christina marie maria sophie sophia emma mia hannah leonie ayse fatma mehmet mustafa ahmet ali emre elif zeynep olga natalia
mueller schmidt schneider fischer weber meyer meier wagner becker schulz hoffmann schaefer koch bauer richter klein schroeder neumann schwarz zimmermann
ist bin das der die und mein meine mein dein ich du wir unser my your our the and is am for mit neu new alt old gut good best top super mega turbo cool geil hot sexy
`
    .trim()
    .split(/\s+/),
);
