/** Ids are 16000000 + the index into this list. A null is an id that was never given out. */
const NAMES =
  'SHELLY,COLT,BULL,BROCK,RICO,SPIKE,BARLEY,JESSIE,NITA,DYNAMIKE,EL PRIMO,MORTIS,CROW,POCO,BO,PIPER,PAM,TARA,DARRYL,PENNY,FRANK,GENE,TICK,LEON,ROSA,CARL,BIBI,8-BIT,SANDY,BEA,EMZ,MR. P,MAX,,JACKY,GALE,NANI,SPROUT,SURGE,COLETTE,AMBER,LOU,BYRON,EDGAR,RUFFS,STU,BELLE,SQUEAK,GROM,BUZZ,GRIFF,ASH,MEG,LOLA,FANG,,EVE,JANET,BONNIE,OTIS,SAM,GUS,BUSTER,CHESTER,GRAY,MANDY,R-T,WILLOW,MAISIE,HANK,CORDELIUS,DOUG,PEARL,CHUCK,CHARLIE,MICO,KIT,LARRY & LAWRIE,MELODIE,ANGELO,DRACO,LILY,BERRY,CLANCY,MOE,KENJI,SHADE,JUJU,COMET RANGER,MEEPLE,OLLIE,LUMI,FINX,JAE-YONG,KAZE,ALLI,TRUNK,MINA,ZIGGY,PIERCE,GIGI,GLOWY,SIRIUS,NAJIA,DAMIAN,STARR NOVA,BOLT'

export const BRAWLER_NAMES: readonly (string | null)[] = NAMES.split(',').map((name) => name || null)

export const BRAWLER_COUNT = BRAWLER_NAMES.length

export const FIRST_BRAWLER_ID = 16_000_000

/** The guest brawler that leaves the game on this day of the world, counted from the epoch (at 09:00 UTC). */
export const WITHDRAWN = { brawler: 88, day: 60, hour: 9 } as const

/** Indices of the brawlers that stay in the game, in id order. */
export const LASTING_BRAWLERS: readonly number[] = BRAWLER_NAMES.flatMap((name, index) =>
  name === null || index === WITHDRAWN.brawler ? [] : [index],
)
