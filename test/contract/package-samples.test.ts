import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { API_PAIR, CARD, cardHashOf, publicKeyFor, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { testService } from '../support/service.ts';

const DEMO_CHECKOUT_ID = 'pub_dec0de5ee7c0ffee0dec0de5';
const EXAMPLE_ADDRESS = 'https://pagamentos.exemplo.com.br';
/** The type of what a sample leaves in `answers`. */
type Answers = Readonly<Record<string, never>>;
type Run = (...values: readonly unknown[]) => Promise<Answers>;
const AsyncFunction = (async () => undefined).constructor as new (...parts: readonly string[]) => Run;

/** A package's module, loaded without its types: they need the DOM library. */
function moduleOf(path: string): Promise<Readonly<Record<string, unknown>>> {
  return import(new URL(`../../packages/${path}`, import.meta.url).href);
}

/** The code blocks of a page in one language. */
function samplesOf(page: string, language: string): readonly string[] {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
    ([, block = '']) => block,
  );
}

/** Runs the blocks as one program with these values; returns the named constants. */
async function run(
  blocks: readonly string[],
  {
    address,
    values,
    returns,
  }: { address: string; values: Record<string, unknown>; returns: readonly string[] },
): Promise<Answers> {
  const program = blocks
    .join('\n')
    .replace(/^import .*$/gm, '')
    .replaceAll(EXAMPLE_ADDRESS, address);
  const names = Object.keys(values);
  return new AsyncFunction(...names, `${program}\nreturn { ${returns.join(', ')} };`)(
    ...Object.values(values),
  );
}

describe('The samples of', () => {
  const service = testService('sqlite');
  before(() => service.start());
  after(async () => {
    await service.stop();
    await service.remove();
  });

  test('packages/sdk/README.md sell by card, Pix and slip, refund, verify a postback, and store, charge and delete a card', async () => {
    const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`;
    const body = '{"transactionId":"0199aabb-ccdd-7eee-8fff-001122334455","status":6}';
    const id = '0199aabb-ccdd-7eee-8fff-001122334455.2';
    const sentAt = new Date();
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(id, sentAt, body),
    };
    const cardHash = cardHashOf(await publicKeyFor(service, { ttl: 10 }));
    const show = () => undefined;
    const given = { ...API_PAIR, cardHash, body, headers, secret, show };
    const values = { ...(await moduleOf('sdk/src/index.ts')), ...given };
    const blocks = samplesOf('packages/sdk/README.md', 'js');
    assert.equal(blocks.length, 4);
    const returns = ['sale', 'postback', 'paid', 'found', 'slip', 'settled', 'form', 'cardInfo', 'guiche'];
    const { sale, postback, paid, found, slip, settled, form, cardInfo, guiche } = (await run(blocks, {
      address: service.address(),
      values,
      returns,
    })) as unknown as {
      sale: { status: number; transactionId: string };
      postback: { status: number };
      paid: { status: number; transactionId: string };
      found: { transactionId: string };
      slip: { status: number; transactionId: string };
      settled: { status: number; payment: { bankSlip: { paymentAmount: string } } };
      form: { url: string };
      cardInfo: { token: string };
      guiche: {
        find(id: string): Promise<{ payment: { card: { refundedAmount?: string } } } | undefined>;
        findByReference(referenceId: string): Promise<readonly { status: number }[]>;
        findCard(token: string): Promise<object | undefined>;
      };
    };
    assert.equal(sale.status, 6);
    assert.equal((await guiche.find(sale.transactionId))?.payment.card.refundedAmount, '300');
    assert.equal(postback.status, 6);
    assert.equal(paid.status, 6);
    assert.equal(found.transactionId, paid.transactionId);
    assert.equal(slip.status, 1);
    assert.deepEqual([settled.status, settled.payment.bankSlip.paymentAmount], [6, '15001']);
    assert.match(form.url, /\/v1\/save-card\/[\w-]{43}$/);
    const [monthly] = await guiche.findByReference('mensalidade-1');
    assert.equal(monthly?.status, 6);
    assert.equal(await guiche.findCard(cardInfo.token), undefined);
  });

  test('packages/checkout/README.md make a cardHash that sells', async () => {
    const { createGuiche } = await moduleOf('checkout/src/guiche.ts');
    const values = { createGuiche, checkoutId: DEMO_CHECKOUT_ID, holderName: 'MARIA DA SILVA', ...CARD };
    const blocks = samplesOf('packages/checkout/README.md', 'js');
    assert.equal(blocks.length, 1);
    const returns = ['cardHash'];
    const { cardHash } = await run(blocks, { address: service.address(), values, returns });
    const answer = await service.send({
      method: 'POST',
      path: TRANSACTIONS_PATH,
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify({ amount: '1000', payment: { card: { cardInfo: { cardHash } } } }),
    });
    assert.equal(answer.status, 201, answer.text);
    assert.equal((answer.json() as { status: number }).status, 5);
  });

  test('docs/checkout.md issue, list and revoke a public id', async () => {
    const [commands = ''] = samplesOf('docs/checkout.md', 'sh');
    const lines = commands.trim().split('\n');
    assert.equal(lines.length, 3);
    const execute = (line = '', id = '') => {
      const words = line.replace('npm run -s guiche -- ', '').replace(/\s+#.*$/, '');
      return service.command(...words.replace(/--id \d+/, `--id ${id}`).split(' '));
    };
    const [add, list, revoke] = lines;
    const { id, publicId } = await execute(add);
    const listed = async () => JSON.stringify(await execute(list)).includes(String(publicId));
    assert.ok(await listed());
    await execute(revoke, String(id));
    const key = await service.send({ path: `/checkout/v1/${publicId}/public-key` });
    assert.equal(key.status, 404);
  });

  test('docs/stored-cards.md store the card of a sale', async () => {
    const [curl = ''] = samplesOf('docs/stored-cards.md', 'sh');
    const [, path = ''] = /localhost:8080(\S+)/.exec(curl) ?? [];
    const headers = [...curl.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [name, value]);
    const [, body = ''] = /-d '([^']+)'/.exec(curl) ?? [];
    const answer = await service.send({ method: 'POST', path, headers: Object.fromEntries(headers), body });
    assert.equal(answer.status, 201, answer.text);
    const { payment } = answer.json() as { payment: { card: { cardInfo: { token?: string } } } };
    assert.match(String(payment.card.cardInfo.token), /^[\da-f-]{36}\d{4}$/);
  });
});
