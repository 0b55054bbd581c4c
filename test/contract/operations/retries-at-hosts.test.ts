import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startCieloHost } from '../../../simulators/cielo-host/cielo-host.ts';
import { startRedeHost } from '../../../simulators/rede-host/rede-host.ts';
import { recordOf } from '../../support/gateway-answers.ts';
import { sell } from '../../support/gateway-client.ts';
import { onSqliteByDay } from '../../support/service.ts';
import { assertWait, recurringCharges } from './recurring-charge.ts';
import {
  numberOf,
  SCHEME_LINES,
  type SchemeLine,
  said,
  UNKNOWN_ADVICE_LINES,
  VISA_CODES,
} from './scheme-lines.ts';

const TIME_SCALE = 100;
const DEMO_SELLER = '1';
const DENIED = 7;
const ACQUIRERS = [
  { provider: 'REDE', startHost: startRedeHost },
  { provider: 'CIELO', startHost: startCieloHost },
] as const;
/** One of each: never again, after a wait, later. */
const IN_RECURRENCES: readonly SchemeLine[] = [
  ...UNKNOWN_ADVICE_LINES,
  { brand: 'MASTERCARD', code: '51', advice: '26', mayRetry: 'later', waitHours: 48 },
  { brand: 'ELO', code: '62', mayRetry: 'later' },
];
let cards = 1_000;

for (const { provider, startHost } of ACQUIRERS) {
  onSqliteByDay(
    `A refusal as ${provider} tells it`,
    { GUICHE_SIM_TIME_SCALE: String(TIME_SCALE), GUICHE_TRUSTED_PROXIES: '127.0.0.1' },
    (service) => {
      let host: Awaited<ReturnType<typeof startHost>>;
      before(async () => {
        host = await startHost({ timeScale: TIME_SCALE });
        const settings = Object.entries(host.settings()).flatMap(([name, value]) => [
          '--setting',
          `${name}=${value}`,
        ]);
        const account = ['--person', DEMO_SELLER, '--provider', provider, '--default'];
        await service.command('acquirer', 'add', ...account, ...settings);
      });
      after(() => host.close());

      const force = (body: object) => host.control.force({ ...body });
      const newNumber = (brand: SchemeLine['brand']) => {
        cards += 1;
        return numberOf(brand, cards);
      };
      const refused = async (line: Pick<SchemeLine, 'brand' | 'code' | 'advice'>, number: string) => {
        const { code, advice } = line;
        force({ code, ...(advice && { advice }), times: 1 });
        const { top, card } = recordOf(await sell(service, { cardInfo: { number } }));
        assert.deepEqual([top.status, card.provider, card.providerCode], [DENIED, provider, code]);
        return { top, card };
      };

      test('is answered with what its scheme says of the code and the advice', async (context) => {
        for (const line of SCHEME_LINES) {
          await context.test(`${said(line)}: ${line.mayRetry}`, async () => {
            const { top, card } = await refused(line, newNumber(line.brand));
            assert.equal(card.mayRetry, line.mayRetry);
            assert.ok(String(card.providerMessage).length > 10);
            assertWait(card, Date.parse(String(top.dtTransaction)), line.waitHours);
          });
        }
      });

      test("is final for Visa's first category, and for no code of the others that Brazil lets try again", async () => {
        const expected = [
          [VISA_CODES.never, 'no', 'irreversible_code'],
          [VISA_CODES.neverUnchanged, 'after_change', undefined],
          [VISA_CODES.forGoodInBrazil, 'no', 'irreversible_code'],
          [VISA_CODES.later, 'later', undefined],
          [VISA_CODES.afterChange, 'after_change', undefined],
        ] as const;
        for (const [codes, mayRetry, retryReason] of expected) {
          for (const code of codes.split(' ')) {
            const { card } = await refused({ brand: 'VISA', code }, newNumber('VISA'));
            assert.deepEqual([card.mayRetry, card.retryReason], [mayRetry, retryReason], code);
          }
        }
      });

      test("counts: after Visa's first category the same card is not free any more", async () => {
        for (const code of `${VISA_CODES.never} ${VISA_CODES.neverUnchanged}`.split(' ')) {
          const number = newNumber('VISA');
          await refused({ brand: 'VISA', code }, number);
          const { card } = await refused({ brand: 'VISA', code: '51' }, number);
          assert.deepEqual([card.mayRetry, card.retryReason], ['no', 'irreversible_code'], code);
        }
      });

      test('stops a recurring charge, or lets it wait', async (context) => {
        const { plays } = recurringCharges(service);
        for (const line of IN_RECURRENCES) {
          await context.test(said(line), () => plays(line, newNumber(line.brand), force));
        }
      });
    },
  );
}
