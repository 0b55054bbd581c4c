import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { fc } from '../../../test/support/property.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { CardAcquirer } from '../providers/index.ts';
import { MERCHANT, newCard, openTestRoom, type TestRoom } from './test-room.ts';
import type { TokenizationRequest } from './tokenize.ts';

/** Few and short histories: each takes milliseconds and has a dozen steps. MODEL_RUNS sets a higher number. */
const RUNS = { sqlite: 60, postgres: 15 } as const;
const MAX_STEPS = 12;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The simulator's: a request in transit arrives within this time or never. */
const MAX_PROCESSING_MS = 30 * SECOND;

/** What happens to the request to store a card. */
type Trouble = 'none' | 'not sent' | 'answer lost' | 'killed before' | 'killed after' | 'on the way';
/** Who stores the card: a sale, its holder on a form, or the merchant with an Idempotency-Key. */
type By = 'sale' | 'form' | 'request';
type Step =
  | { readonly step: 'keep'; readonly by: By; readonly year: string; readonly trouble: Trouble }
  | { readonly step: 'keep twice at a time'; readonly by: readonly [By, By]; readonly year: string }
  | { readonly step: 'delete' | 'taken for dead' }
  | { readonly step: 'time passes'; readonly ms: number };

const year = fc.constantFrom('2035', '2035', '2036');
const by = fc.constantFrom<By>('sale', 'form', 'form', 'request');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      step: fc.constant('keep' as const),
      by,
      year,
      trouble: fc.constantFrom<Trouble>(
        'none',
        'none',
        'not sent',
        'answer lost',
        'killed before',
        'killed after',
        'on the way',
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant('keep twice at a time' as const), by: fc.tuple(by, by), year }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('delete' as const) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('taken for dead' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      step: fc.constant('time passes' as const),
      ms: fc.constantFrom(2 * SECOND, 6 * SECOND, 31 * SECOND, 3 * MINUTE, 20 * MINUTE),
    }),
  },
);

/** One card of one merchant, stored, renewed and deleted by an instance that dies. */
async function newLife(room: TestRoom) {
  const card = newCard();
  const { tokenizations } = room.storedCards;
  const asked: TokenizationRequest = {
    merchantId: MERCHANT,
    referenceId: card.mask,
    postBackUrl: 'https://loja.example/aviso',
    redirectUrl: undefined,
    brand: undefined,
    provider: undefined,
    key: undefined,
  };
  const form = await tokenizations.openForm(asked);
  const tokens = new Set<string>();
  let onTheWay: { readonly latest: number; readonly arrive: () => Promise<unknown> }[] = [];
  let passedMs = 0;

  const storing =
    (trouble: Trouble): CardAcquirer['storeCard'] =>
    async (request) => {
      if (trouble === 'not sent') return { outcome: 'not_sent', reason: 'no connection' };
      if (trouble === 'killed before') throw new Error('the process was killed');
      if (trouble === 'on the way') {
        onTheWay.push({
          latest: passedMs + MAX_PROCESSING_MS - 1,
          arrive: () => room.plain.storeCard(request),
        });
        return { outcome: 'unknown', reason: 'no answer' };
      }
      const outcome = await room.plain.storeCard(request);
      if (trouble === 'killed after') throw new Error('the process was killed');
      return trouble === 'none' ? outcome : { outcome: 'unknown', reason: 'connection reset' };
    };
  const keepBy = async (by: By, expirationYear: string): Promise<string | undefined> => {
    const sent = { ...card, expirationYear };
    if (by === 'request') {
      const key = { id: `key of ${card.mask}`, fingerprint: 'same' };
      return (await tokenizations.create({ ...asked, key }, async () => sent)).card.token;
    }
    if (by === 'form') {
      const stand = await tokenizations.find(MERCHANT, form.id);
      const filled = await tokenizations.submitForm(stand?.tokenization ?? form, sent);
      return filled.kind === 'stored' ? filled.card.token : undefined;
    }
    const kept = await room.keep(sent);
    return kept.kind === 'kept' ? kept.card.token : undefined;
  };
  const keep = async (by: By, expirationYear: string, trouble: Trouble): Promise<void> => {
    // Requests that would wait for a killed one are left out: they would wait for seconds.
    if (await isUnderWay()) return;
    room.play(trouble === 'none' ? {} : { storeCard: storing(trouble) });
    const token = await keepBy(by, expirationYear).catch((error: Error) => {
      if (error instanceof Refusal) assert.match(error.code, /^tokenization_/);
      else assert.equal(error.message, 'the process was killed');
    });
    room.play({});
    if (token !== undefined) tokens.add(token);
  };
  const isUnderWay = async () => (await rows()).tokens.some(({ state }) => state === 'sending');
  const rows = () => room.rowsOf(card.mask);
  const pass = async (ms: number): Promise<void> => {
    passedMs += ms;
    const arrived = onTheWay.filter(({ latest }) => latest <= passedMs);
    onTheWay = onTheWay.filter((one) => !arrived.includes(one));
    for (const { arrive } of arrived) await arrive();
    await room.pass(ms);
    for (const { run } of tokenizations.jobs) await run(new AbortController().signal);
  };
  const takeForDead = async (): Promise<void> => {
    room.dead.add('this-one');
    await pass(SECOND);
    room.dead.clear();
  };
  return {
    take: async (step: Step): Promise<void> => {
      switch (step.step) {
        case 'keep':
          return keep(step.by, step.year, step.trouble);
        case 'keep twice at a time':
          await Promise.all(step.by.map((by) => keep(by, step.year, 'none')));
          return;
        case 'delete':
          for (const token of tokens) await room.storedCards.delete(MERCHANT, token);
          return;
        case 'taken for dead':
          return takeForDead();
        case 'time passes':
          return pass(step.ms);
      }
    },
    /** At every moment a number belongs to one card with one token in use, and its merchant was notified once at most. */
    check: async (): Promise<void> => {
      const { cards, tokens: asked, tokenizations: requests } = await rows();
      const current = cards.filter(({ state }) => state === 'storing' || state === 'active');
      assert.ok(current.length <= 1, 'one number is two cards');
      const stored = asked.filter(({ state }) => state === 'stored').map(({ reference }) => reference);
      assert.deepEqual(
        stored,
        cards.flatMap(({ charged }) => charged ?? []),
      );
      assert.deepEqual(
        requests.map(({ id }) => room.notified.filter((notified) => notified === id).length),
        requests.map(({ state }) => (state === 'stored' ? 1 : 0)),
        'a stored card is told once, in the commit that stores it, and nothing else is told',
      );
    },
    /** In the end the acquirer stores the tokens in use and nothing else. */
    end: async (): Promise<void> => {
      await takeForDead();
      for (const ms of [31 * SECOND, MINUTE, 5 * MINUTE, 20 * MINUTE, 20 * MINUTE]) await pass(ms);
      const { cards, tokens: asked, tokenizations: requests } = await rows();
      const open = asked.filter(({ state }) => ['sending', 'unknown', 'removing'].includes(state));
      assert.deepEqual(open, []);
      assert.deepEqual(
        requests.filter(({ state }) => state === 'sending' || state === 'pending'),
        [],
        'a request to store a card has no end',
      );
      assert.deepEqual(
        cards.filter(({ state, underWay }) => state === 'storing' || underWay),
        [],
      );
      const active = cards.filter(({ state }) => state === 'active').length;
      assert.equal(await room.live(card), active, 'the acquirer keeps another number of tokens');
    },
  };
}

for (const engine of ENGINES) {
  describe(`a stored card's whole life, on ${engine}`, () => {
    let room: TestRoom;
    before(async () => {
      room = await openTestRoom(engine);
    });
    after(() => room.close());

    test('never has two live tokens, whatever happens in any order', async () => {
      const lives = fc.asyncProperty(fc.array(step, { maxLength: MAX_STEPS, size: 'max' }), async (steps) => {
        room.reset();
        const life = await newLife(room);
        for (const one of steps) {
          await life.take(one);
          await life.check();
        }
        await life.end();
        await life.check();
      });
      await fc.assert(lives, { numRuns: Number(process.env.MODEL_RUNS ?? RUNS[engine]) });
    });
  });
}
