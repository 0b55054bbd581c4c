import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startPixHost } from '../../../../simulators/pix-host/pix-host.ts';
import { createAuthority } from '../../../../simulators/pix-host/tls/authority.ts';
import { bankKinds } from './index.ts';
import { accountWith, openTestBank, type TestBank } from './test-bank.ts';
import { TEST_PFX, TEST_PFX_AUTHORITY, TEST_PFX_PASSPHRASE } from './test-pfx.ts';

const DAY_MS = 86_400_000;
const CLIENT = 'loja-de-teste';

const tls = () => openTestBank('SICREDI', { plain: false });

function changed(bank: TestBank, more: Readonly<Record<string, string | undefined>>) {
  const settings = Object.entries({ ...bank.settings, ...more });
  return accountWith(
    Object.fromEntries(settings.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  );
}

const kind = bankKinds.find(({ provider }) => provider === 'SICREDI') ?? assert.fail('no SICREDI');

describe('a certificate', () => {
  test('of the client opens the bank', async () => {
    const bank = await tls();
    assert.equal((await bank.connector.create(bank.request())).outcome, 'buyer_awaited');
  });

  test('of another client, of another authority, or none, sends nothing', async () => {
    const bank = await tls();
    const other = await bank.host.authority?.issue({ name: 'outra-loja' });
    const stranger = await (await createAuthority('Outra')).issue({ name: CLIENT });
    for (const more of [
      { certificate: other?.certificate, certificateKey: other?.key },
      { certificate: stranger.certificate, certificateKey: stranger.key },
      { certificate: undefined, certificateKey: undefined },
    ]) {
      const account = changed(bank, more);
      const outcome = await bank.connector.create(bank.request({ account }));
      assert.equal(outcome.outcome, 'not_sent', JSON.stringify(outcome));
      assert.equal((await bank.connector.health(account)).healthy, false);
    }
    assert.equal(bank.host.control.book({}).charges.length, 0);
  });

  test('that ended or has not begun sends nothing, and says since when', async () => {
    const bank = await tls();
    const issue = async (from: string, to: string) => {
      const made = await bank.host.authority?.issue({ name: CLIENT, from: new Date(from), to: new Date(to) });
      return changed(bank, { certificate: made?.certificate, certificateKey: made?.key });
    };
    const over = await issue('2020-01-01', '2021-06-30T12:00:00Z');
    assert.deepEqual(await bank.connector.create(bank.request({ account: over })), {
      outcome: 'not_sent',
      reason: 'the certificate ended on 2021-06-30',
    });
    const early = await issue('2090-01-01', '2091-01-01');
    assert.deepEqual(await bank.connector.health(early), {
      healthy: false,
      reason: 'the certificate is good from 2090-01-01 on',
    });
    assert.equal(bank.host.control.requests({}).requests.length, 0);
  });

  test('tells when it ends', async () => {
    const bank = await tls();
    const to = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 20 * DAY_MS);
    const made = await bank.host.authority?.issue({ name: CLIENT, to });
    const account = changed(bank, { certificate: made?.certificate, certificateKey: made?.key });
    assert.equal(kind.certificateEnds?.(account), to.getTime());
    const plain = changed(bank, { certificate: undefined, certificateKey: undefined });
    assert.equal(kind.certificateEnds?.(plain), undefined);
  });

  test('and its key may come as one PKCS #12 file with a passphrase', async () => {
    const bank = await openTestBank('SICREDI', { plain: false, alsoTrusted: [TEST_PFX_AUTHORITY] });
    const none = { certificate: undefined, certificateKey: undefined };
    const account = changed(bank, { ...none, pfx: TEST_PFX, pfxPassphrase: TEST_PFX_PASSPHRASE });
    assert.equal((await bank.connector.create(bank.request({ account }))).outcome, 'buyer_awaited');
    assert.ok((kind.certificateEnds?.(account) ?? 0) > Date.parse('2120-01-01'));
    const wrong = changed(bank, { ...none, pfx: TEST_PFX, pfxPassphrase: 'errada' });
    const outcome = await bank.connector.create(bank.request({ account: wrong }));
    assert.ok(outcome.outcome === 'invalid_request' && outcome.reason.includes('pfx'));
  });

  test('of the bank is checked: one of an authority that is not known gets nothing', async () => {
    const bank = await tls();
    const { certificate } = await createAuthority('Outra');
    for (const authority of [certificate, undefined]) {
      const outcome = await bank.connector.create(bank.request({ account: changed(bank, { authority }) }));
      assert.equal(outcome.outcome, 'not_sent', JSON.stringify(outcome));
    }
    assert.equal(bank.host.control.requests({}).requests.length, 0);
  });

  test('refused without a word after the token was given leaves it unknown, although nothing was read', async () => {
    // The token comes from one bank, the charge goes to another that knows nobody of the first.
    const stranger = await createAuthority('Outra');
    const made = await stranger.issue({ name: CLIENT });
    const trusting = await startPixHost({ profile: 'SICREDI', alsoTrusted: [stranger.certificate] });
    after(() => trusting.close());
    const picky = await tls();
    const account = changed(picky, {
      certificate: made.certificate,
      certificateKey: made.key,
      token: trusting.tokenUrl,
    });
    const outcome = await picky.connector.create(picky.request({ account }));
    assert.deepEqual(outcome, { outcome: 'unknown', reason: 'the host closed the connection' });
    assert.equal(picky.host.control.requests({}).requests.length, 0);
  });
});

describe('settings of a bank are refused', () => {
  const good = async () => (await tls()).settings;
  for (const [what, more, name] of [
    ['a certificate that is none', { certificate: 'x' }, 'certificate'],
    ['a key that is none', { certificateKey: 'x' }, 'certificateKey'],
    ['a certificate without its key', { certificateKey: undefined }, 'certificate'],
    ['a file that is none', { pfx: 'eA==' }, 'pfx'],
    ['an authority that is none', { authority: 'x' }, 'authority'],
    [
      'no Pix key',
      { randomKey: undefined, emailKey: undefined, documentKey: undefined, phoneKey: undefined },
      'randomKey',
    ],
  ] as const) {
    test(`${what}: ${name}`, async () => {
      const settings: Record<string, string> = { ...(await good()) };
      for (const [member, value] of Object.entries(more)) {
        if (value === undefined) delete settings[member];
        else settings[member] = value;
      }
      const found = kind.togetherProblem?.(settings);
      assert.equal(found?.name, name);
      assert.ok(found && found.problem.length > 5);
    });
  }

  test('the key of another certificate', async () => {
    const [one, other] = [await good(), await good()];
    const found = kind.togetherProblem?.({ ...one, certificateKey: other.certificateKey ?? '' });
    assert.equal(found?.name, 'certificateKey');
  });

  test('and nothing is wrong with those of a started host', async () => {
    assert.equal(kind.togetherProblem?.(await good()), undefined);
  });

  for (const [name, wrong] of [
    ['clientId', 'a b'],
    ['randomKey', 'x'],
    ['emailKey', 'x'],
    ['documentKey', '111.444.777-35'],
    ['phoneKey', '11987654321'],
    ['api', 'ftp://x'],
    ['noticeLock', 'x'],
    ['receiverName', ''],
  ] as const) {
    test(`${name} as "${wrong}"`, () => {
      const rule = kind.settings.find((one) => one.name === name);
      assert.ok(rule?.check(wrong, true));
    });
  }
});
