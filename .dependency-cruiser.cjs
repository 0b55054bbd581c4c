const { readdirSync } = require('node:fs');
const { dirname, join } = require('node:path');

/** Tests, and what only tests use, may look into a room. */
const TESTS = '\\.test\\.ts$|/test-[^/]+\\.ts$';

/** Every folder inside a half of the house that has an index.ts is entered by it. */
const innerRooms = readdirSync(join(__dirname, 'src'), { recursive: true })
  .filter((file) => /^[^/]+\/.+\/index\.ts$/.test(file))
  .map((file) => `src/${dirname(file)}`);

/**
 * Platform has no face of its own. Others take a file beside its rooms, the face of one of these, or a file of a folder without
 * a face, which only keeps together what is found by the same question.
 */
const PLATFORM_FACES = [
  '^src/platform/[^/]+\\.ts$',
  '^src/platform/[^/]+/index\\.ts$',
  '^src/platform/(addresses|caches|files|limits|lists|text|time)/[^/]+\\.ts$',
];

/** As of platform: a file beside the rooms, or the face of one of them. */
const ACCOUNTS_FACES = ['^src/accounts/[^/]+\\.ts$', '^src/accounts/[^/]+/index\\.ts$'];

/** The floors of accounts, the lowest first. Rooms of one floor stand side by side. */
const ACCOUNTS_FLOORS = [
  ['persons'],
  ['credentials', 'passwords'],
  ['logins'],
  ['team', 'shops'],
  ['sessions'],
  ['second-factor'],
  ['passkeys'],
  ['entry'],
];
/** The audit stands apart: it knows no room, and no room knows it. */
const accountsRooms = [...ACCOUNTS_FLOORS.flat(), 'audit'];
const unplaced = readdirSync(join(__dirname, 'src/accounts'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !accountsRooms.includes(entry.name))
  .map(({ name }) => name);
if (unplaced.length > 0) throw new Error(`rooms of accounts without a floor: ${unplaced.join(', ')}`);

/** One rule for each room of `root`: it knows those on the floors below it, and `besides`. */
function floorRules(root, floors, rooms = floors.flat(), besides = []) {
  return rooms.map((room) => {
    const floor = floors.findIndex((ofFloor) => ofFloor.includes(room));
    const below = floors.slice(0, Math.max(floor, 0)).flat();
    return {
      name: `${root.slice('src/'.length).replaceAll('/', '-')}-${room}-stands-on-the-floors-below`,
      severity: 'error',
      from: { path: `^${root}/${room}/`, pathNot: TESTS },
      to: { path: `^${root}/`, pathNot: [`^${root}/(${[room, ...below].join('|')})/`, ...besides] },
    };
  });
}

const accountsFloorRules = floorRules('src/accounts', ACCOUNTS_FLOORS, accountsRooms, [
  '^src/accounts/(options|postback-delay|refusals)\\.ts$',
]);

/** The floors of a seller's sales, the lowest first: what is stored, what is done with it, what calls say of it. */
const SALES_FLOORS = [['record'], ['listing', 'work', 'charged'], ['selling'], ['http']];

/** The floors of the gateway, the lowest first. Rooms of one floor stand side by side. */
const GATEWAY_FLOORS = [
  ['card-data', 'history', 'late-payments', 'postbacks', 'browser-library'],
  ['providers'],
  ['transactions', 'stored-cards', 'printed-slip'],
  ['charges'],
  ['kinds'],
  ['intentions', 'demo'],
  ['payments'],
  ['http'],
  ['checkout', 'disputes'],
  ['money', 'bank-statements'],
];
const unplacedRooms = readdirSync(join(__dirname, 'src/gateway'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !GATEWAY_FLOORS.flat().includes(entry.name))
  .map(({ name }) => name);
if (unplacedRooms.length > 0)
  throw new Error(`rooms of the gateway without a floor: ${unplacedRooms.join(', ')}`);

const gatewayFloorRules = GATEWAY_FLOORS.flatMap((rooms, floor) =>
  rooms.map((room) => ({
    name: `gateway-${room}-stands-on-the-floors-below`,
    severity: 'error',
    from: { path: `^src/gateway/${room}/`, pathNot: TESTS },
    to: {
      path: '^src/gateway/[^/]+/',
      pathNot: `^src/gateway/(${[room, ...GATEWAY_FLOORS.slice(0, floor).flat()].join('|')})/`,
    },
  })),
);

/** What a card's number says: rules take it without the keys and threads behind the room's face. */
const CARD_NUMBERS = '^src/gateway/card-data/numbers/(brand|card-number)\\.ts$';

/** What each room says of its own reasons: texts alone, joined by the floors above. */
const REASONS = '^src/gateway/providers/[^/]+/reasons\\.ts$';

/** The floors of the house (docs/architecture.md): imports go down only, and rooms are entered by their face. */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'platform-knows-nothing-above',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/', pathNot: '^src/platform/' },
    },
    {
      name: 'accounts-stand-on-platform-alone',
      severity: 'error',
      from: { path: '^src/accounts/' },
      to: { path: '^src/', pathNot: '^src/(platform|accounts)/' },
    },
    {
      name: 'gateway-and-operations-never-meet',
      severity: 'error',
      from: { path: '^src/gateway/' },
      to: { path: '^src/operations/' },
    },
    {
      name: 'operations-and-gateway-never-meet',
      severity: 'error',
      from: { path: '^src/operations/' },
      to: { path: '^src/gateway/' },
    },
    {
      name: 'halves-do-not-reach-up',
      severity: 'error',
      from: { path: '^src/(gateway|operations)/' },
      to: { path: '^src/(main\\.ts$|commands/|composition/|panel/)' },
    },
    {
      name: 'platform-and-accounts-by-their-face',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(platform|accounts)/', TESTS] },
      to: {
        path: '^src/(platform|accounts)/',
        pathNot: [...PLATFORM_FACES, ...ACCOUNTS_FACES],
      },
    },
    {
      name: 'accounts-use-the-faces-of-platform',
      severity: 'error',
      from: { path: '^src/accounts/' },
      to: { path: '^src/platform/', pathNot: PLATFORM_FACES },
    },
    {
      name: 'gateway-rooms-by-their-face',
      comment:
        'A kind of payment, and the life of charges that several kinds share, are built on the floors of the engine, and may take its files.',
      severity: 'error',
      from: { path: '^src/gateway/([^/]+)/', pathNot: ['^src/gateway/(kinds|charges)/', TESTS] },
      to: {
        path: '^src/gateway/([^/]+)/',
        pathNot: [
          '^src/gateway/$1/',
          '^src/gateway/[^/]+/index\\.ts$',
          '^src/gateway/kinds/[^/]+/index\\.ts$',
          CARD_NUMBERS,
        ],
      },
    },
    ...gatewayFloorRules,
    ...accountsFloorRules,
    ...floorRules('src/operations/sales', SALES_FLOORS),
    ...innerRooms.map((room) => ({
      name: `${room.slice('src/'.length).replaceAll('/', '-')}-by-its-face`,
      severity: 'error',
      // Inside platform and accounts a file is imported; a face is for those outside.
      from: {
        path: '^src/',
        pathNot: [
          /^src\/(platform|accounts)\//.exec(room)?.[0] ?? `^${room}/`,
          ...(room === 'src/gateway/transactions' ? ['^src/gateway/(kinds|charges)/'] : []),
          ...(room === 'src/gateway/charges' ? ['^src/gateway/kinds/'] : []),
          TESTS,
        ],
      },
      to: {
        path: `^${room}/`,
        pathNot: [`^${room}/index\\.ts$`, '^src/gateway/kinds/[^/]+/index\\.ts$', CARD_NUMBERS, REASONS],
      },
    })),
    {
      name: 'the-issuer-engine-knows-no-host',
      comment: 'Every simulated host stands on it, and every connector on http/.',
      severity: 'error',
      from: { path: '^src/gateway/providers/(issuer|http|abecs)/', pathNot: TESTS },
      to: { path: '^src/gateway/providers/(simulator|rede|merchant-accounts)/' },
    },
    {
      name: 'providers-do-not-meet',
      severity: 'error',
      from: { path: '^src/gateway/providers/(rede|cielo|bacen-pix|simulator)/', pathNot: TESTS },
      to: {
        path: '^src/gateway/providers/(rede|cielo|bacen-pix|simulator)/',
        pathNot: '^src/gateway/providers/$1/',
      },
    },
    {
      name: 'rules-know-no-table',
      comment: 'The lowest floor of transactions: what is stored, and its rules.',
      severity: 'error',
      from: { path: '^src/gateway/transactions/rules/', pathNot: TESTS },
      to: { path: '^src/gateway/transactions/', pathNot: '^src/gateway/transactions/rules/' },
    },
    {
      name: 'tables-know-no-store',
      severity: 'error',
      from: { path: '^src/gateway/transactions/tables/', pathNot: TESTS },
      to: { path: '^src/gateway/transactions/', pathNot: '^src/gateway/transactions/(rules|tables)/' },
    },
    {
      name: 'stores-know-no-use-case',
      severity: 'error',
      from: { path: '^src/gateway/transactions/stores/', pathNot: TESTS },
      to: { path: '^src/gateway/transactions/', pathNot: '^src/gateway/transactions/(rules|tables|stores)/' },
    },
    {
      name: 'acquirer-call-stands-on-the-stores',
      severity: 'error',
      from: { path: '^src/gateway/transactions/acquirer-call\\.ts$' },
      to: {
        path: '^src/gateway/transactions/',
        pathNot: '^src/gateway/transactions/(rules|tables|stores)/',
      },
    },
    {
      name: 'kinds-of-payment-do-not-meet',
      severity: 'error',
      from: { path: '^src/gateway/kinds/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/gateway/kinds/', pathNot: '^src/gateway/kinds/$1/' },
    },
    {
      name: 'cards-for-the-kind-card-alone',
      comment:
        'What else has to do with cards has pages of its own: keys, hosted fields, cards that merchants keep. The page of a link still reads the form of a card by itself.',
      severity: 'error',
      from: {
        path: '^src/gateway/(transactions|charges|intentions|payments|demo|http|checkout|kinds/(?!card/))',
        pathNot: [
          TESTS,
          '^src/gateway/checkout/(page|save-card)/',
          '^src/gateway/payments/reason-text\\.ts$',
        ],
      },
      to: { path: '^src/gateway/(card-data|stored-cards)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'use-cases-know-stores-and-acquirer-call-alone',
      comment: 'Flow, movements and idempotency stand side by side.',
      severity: 'error',
      from: {
        path: '^src/gateway/transactions/(flow|movements|idempotency)/',
        pathNot: TESTS,
      },
      to: {
        path: '^src/gateway/transactions/',
        pathNot: [
          '^src/gateway/transactions/((rules|tables|stores)/|acquirer-call\\.ts$)',
          '^src/gateway/transactions/$1/',
        ],
      },
    },
    {
      name: 'recovery-stands-on-the-use-cases',
      severity: 'error',
      from: { path: '^src/gateway/transactions/recovery/', pathNot: TESTS },
      to: { path: '^src/gateway/transactions/[^/]+\\.ts$', pathNot: '/acquirer-call\\.ts$' },
    },
    {
      name: 'only-http-knows-fastify',
      severity: 'error',
      from: { path: '^src/gateway/(transactions|charges|intentions|payments)/' },
      to: { path: '^node_modules/(fastify|typebox)/' },
    },
    {
      name: 'composition-uses-faces',
      severity: 'error',
      from: { path: '^src/(main\\.ts$|commands/|composition/|panel/)' },
      to: {
        path: '^src/gateway/[^/]+/',
        pathNot: ['^src/gateway/[^/]+/index\\.ts$', '^src/gateway/kinds/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'simulators-use-faces',
      comment: 'A host stands on the issuer engine and the digits of slips, and takes both by their faces.',
      severity: 'error',
      from: { path: '^simulators/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^src/',
        pathNot: [
          ...PLATFORM_FACES,
          '^src/gateway/(card-data|providers/(issuer|simulator|slip-code))/index\\.ts$',
        ],
      },
    },
    {
      name: 'panel-in-the-browser-takes-types-only',
      comment: 'The front end shares the schemas of its own interface with the service, and nothing else.',
      severity: 'error',
      from: { path: '^web/panel/src/' },
      to: { path: '^(src|simulators|test|bench)/', pathNot: '^src/panel/[^/]+/schema\\.ts$' },
    },
    {
      name: 'schemas-of-the-panel-arrive-as-types',
      severity: 'error',
      from: { path: '^web/panel/src/' },
      to: { path: '^src/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-service-does-not-import-the-browser',
      severity: 'error',
      from: { path: '^(src|simulators|bench)/' },
      to: { path: '^web/' },
    },
    {
      name: 'nothing-below-knows-the-panel',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(panel|composition|commands|main)' },
      to: { path: '^src/panel/' },
    },
    {
      name: 'nothing-of-the-service-needs-a-simulated-host',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$|/test-[^/]+\\.ts$' },
      to: { path: '^simulators/' },
    },
    {
      name: 'no-production-code-from-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$|/test-[^/]+\\.ts$' },
      to: { path: '^test/|^bench/|\\.test\\.ts$|/test-room\\.ts$', pathNot: '/test-cards\\.ts$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
