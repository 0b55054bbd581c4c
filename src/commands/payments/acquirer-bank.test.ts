import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { accountSettings } from '../../../simulators/pix-host/account.ts';
import { startPixHost } from '../../../simulators/pix-host/pix-host.ts';
import { ADD, openTestLine } from '../test-line.ts';

const DAY_MS = 86_400_000;

async function bankAndLine(
  context: Parameters<typeof openTestLine>[0] & { after(end: () => unknown): void },
) {
  const host = await startPixHost({ profile: 'C6BANK' });
  context.after(host.close);
  const line = await openTestLine(context);
  const { id } = await line.json(ADD);
  const at = ['--person', String(id), '--provider', 'c6bank'];
  const given = async (settings: Readonly<Record<string, string | undefined>>) => {
    const words: string[] = [];
    for (const [name, value = ''] of Object.entries(settings)) {
      if (value.includes('\n')) await writeFile(join(line.config.dataDir, `${name}.pem`), value);
      const text = value.includes('\n') ? `@${join(line.config.dataDir, `${name}.pem`)}` : value;
      words.push('--setting', `${name}=${text}`);
    }
    return words;
  };
  return { host, line, at, given };
}

test('an account at a bank is added with its certificate in files, and checked by a charge of one centavo', async (context) => {
  const { host, line, at, given } = await bankAndLine(context);
  const settings = await accountSettings(host);
  const added = await line.run(['acquirer', 'add', ...at, ...(await given(settings))]);
  assert.equal(added.code, 0, added.error);
  assert.match(added.out, /O banco avisa os pagamentos neste serviço/);
  const listed = await line.json(['acquirer', 'list']);
  const [{ noticesUrl = '' } = {}] = listed.accounts as { noticesUrl?: string }[];
  assert.match(noticesUrl, /^https:\/\/loja\.example\/pix\/[\w-]{43}$/);
  const told = host.control.webhooks().webhooks.map(({ url }) => url);
  assert.deepEqual(
    told,
    Array.from({ length: 4 }, () => noticesUrl),
    'for each of its keys',
  );
  const checked = await line.run(['acquirer', 'check', ...at]);
  assert.equal(checked.code, 0, checked.out + checked.error);
  assert.match(checked.out, /O banco responde e aceita a conta/);
  assert.match(checked.out, /O certificado vale por mais 36\d dias/);
  assert.match(checked.out, /R\$ 0,01 foi criada e removida/);
  const [charge] = host.control.book({}).charges;
  assert.equal(charge?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');

  const soon = new Date(Date.now() + 10 * DAY_MS);
  const short = await host.authority?.issue({ name: settings.clientId ?? '', to: soon });
  const renewed = await given({ certificate: short?.certificate, certificateKey: short?.key });
  const set = await line.run(['acquirer', 'set', ...at, ...renewed]);
  assert.equal(set.code, 0, set.error);
  // A changed key has no address at the bank yet.
  assert.match(set.out, /O banco avisa os pagamentos neste serviço/);
  const warned = await line.run(['acquirer', 'check', ...at]);
  assert.equal(warned.code, 1);
  assert.match(warned.out, /O certificado vale por mais \d+ dias?\. Peça outro/);

  const [from, to] = [new Date('2020-01-01'), new Date('2021-06-30T12:00:00Z')];
  const over = await host.authority?.issue({ name: settings.clientId ?? '', from, to });
  await line.run([
    ...['acquirer', 'set', ...at],
    ...(await given({ certificate: over?.certificate, certificateKey: over?.key })),
  ]);
  const ended = await line.run(['acquirer', 'check', ...at]);
  assert.equal(ended.code, 1);
  assert.match(ended.out, /o certificado venceu em 2021-06-30/);
});

test('settings of a bank are looked at together: a key that is not of the certificate, and no Pix key', async (context) => {
  const { host, line, at, given } = await bankAndLine(context);
  const settings = await accountSettings(host);
  const other = await host.clientIdentity();
  const mixed = await line.run([
    'acquirer',
    'add',
    ...at,
    ...(await given({ ...settings, certificateKey: other.key })),
  ]);
  assert.equal(mixed.code, 2);
  assert.match(mixed.error, /^O ajuste certificateKey não é a chave desse certificado/);
  const { randomKey: _1, emailKey: _2, documentKey: _3, phoneKey: _4, ...keyless } = settings;
  const none = await line.run(['acquirer', 'add', ...at, ...(await given(keyless))]);
  assert.match(none.error, /^O ajuste randomKey é obrigatório quando não há outra chave Pix/);
  const lost = await line.run(['acquirer', 'add', ...at, '--setting', 'certificate=@/nowhere.pem']);
  assert.match(lost.error, /O arquivo de um ajuste não pôde ser lido/);
});
