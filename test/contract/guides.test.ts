import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { isInstalled, runShell, samplesOf } from '../support/documents.ts';
import { testService } from '../support/service.ts';

const run = promisify(execFile);
const ROOT = '/docs/guias';
const PAID = '"status":6';

/** Shell samples that run as they stand, and what the last of them prints. */
const SHELL_PAGES: readonly (readonly [page: string, prints: RegExp])[] = [
  ['README.md', /"referenceId":"pedido-3".*"digitableLine":"\d{47}".*"formas?Pagamento/s],
  ['README.pt-BR.md', /"status":6/],
  ['docs/three-d-secure.md', /<h1>.*[Aa]utorizad|<h1>.*[Aa]provad/],
  ['docs/payment-links.md', /"status":1/],
  ['docs/guias/primeira-venda.md', /"referenceId":"pedido-1"/],
  ['docs/guias/captura-e-estorno.md', /"refundedAmount":"1000"/],
  ['docs/guias/3-d-secure.md', /<h1>.*[Aa]utorizad|<h1>.*[Aa]provad/],
  [
    'docs/guias/cartoes-guardados-e-links.md',
    /"referenceId":"guardar-2".*"status":6|"status":6.*"referenceId":"guardar-2"/s,
  ],
  ['docs/guias/caixa.md', /"intencaoVenda"/],
  ['docs/guias/recebimentos.md', /"items":\[/],
  ['docs/guias/disputas.md', /"process":"7700123".*"state":"open"/],
  ['docs/guias/boleto.md', /"digitableLine".*"paymentAmount":"15003".*"url"/s],
  ['docs/guias/pix.md', /"endToEndId".*"refundingAmount":"300".*"aheadMs":60000/s],
];

/** How the whole programs of the page about encrypted cards are run. C# is not: it needs the SDK of .NET 8, which no image has; Mono does not compile it. */
const CARD_PROGRAMS = [
  { language: 'js', file: 'vender.mjs', program: process.execPath, check: ['--version'] },
  { language: 'php', file: 'vender.php', program: 'php', check: ['-r', 'openssl_pkey_new(); curl_init();'] },
  { language: 'python', file: 'vender.py', program: 'python3', check: ['-c', 'import cryptography'] },
  { language: 'java', file: 'Vender.java', program: 'java', check: ['--version'] },
] as const;

/** Whole programs of the page about Pix: each makes one and waits until it is paid. */
const PIX_PROGRAMS = [
  { language: 'js', file: 'pix.mjs', program: process.execPath, check: ['--version'] },
  { language: 'php', file: 'pix.php', program: 'php', check: ['-r', 'curl_init();'] },
  { language: 'python', file: 'pix.py', program: 'python3', check: ['--version'] },
] as const;

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const POSTBACK = { id: '0199aabb.2', body: '{"status":6,"descrição":"café"}' };

describe('The guides', () => {
  const service = testService('sqlite');
  let folder: string;
  before(async () => {
    await service.start();
    folder = await mkdtemp(join(tmpdir(), 'guiche-guides-'));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await service.stop();
    await service.remove();
  });
  const get = (path: string) => service.send({ path });
  /** Every page and picture that the index leads to, by its path; pictures and data as ''. */
  const crawl = async (): Promise<ReadonlyMap<string, string>> => {
    const index = await get(ROOT);
    assert.equal(index.status, 200);
    assert.match(String(index.headers['content-security-policy']), /default-src 'none'/);
    const seen = new Map<string, string>([[ROOT, index.text]]);
    for (const [page, text] of seen) {
      for (const [, path = ''] of text.matchAll(/ (?:href|src)="(\/[^"#]*)/g)) {
        if (seen.has(path)) continue;
        const answer = await get(path);
        assert.equal(answer.status, 200, `${page} leads to ${path}`);
        seen.set(path, String(answer.headers['content-type']).includes('html') ? answer.text : '');
      }
    }
    return seen;
  };

  test('are pages whose links, headings and pictures all are there', async () => {
    const seen = await crawl();
    for (const [page, text] of seen) {
      for (const [, target = '', anchor = ''] of text.matchAll(/ href="([^"#]*)#([^"]+)"/g)) {
        const there = seen.get(target || page) ?? '';
        assert.ok(there.includes(` id="${decodeURI(anchor)}"`), `${page} leads to ${target}#${anchor}`);
      }
    }
    assert.ok(seen.size > 20, `${seen.size} pages and pictures`);
  });

  test('lead on to the next one, fold their menu and let samples be copied by a script known by its hash', async () => {
    const { text, headers } = await get(`${ROOT}/primeira-venda`);
    assert.match(text, /<a rel="next" href="\/docs\/guias\/cartao-cifrado">/);
    assert.match(text, /<nav aria-label="Guias">\s*<details>\s*<summary>/);
    const script = /<script>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '';
    assert.match(script, /Copiar/);
    const hash = createHash('sha256').update(script).digest('base64');
    assert.ok(String(headers['content-security-policy']).includes(`script-src 'sha256-${hash}'`));
    assert.match((await get(`${ROOT}/callbacks`)).text, /<a rel="prev"/);
  });

  test('call the service that serves them in their samples', async () => {
    const { text } = await get(`${ROOT}/primeira-venda`);
    assert.ok(!text.includes('localhost:8080'));
    assert.match(text, /curl -s http:\/\/localhost:\d+\/v1\/transactions/);
  });

  test('are found by words, beginnings of words and without accents', async () => {
    for (const [words, guide] of [
      ['estorno', 'captura-e-estorno'],
      ['assinatur postback', 'avisos'],
      ['replica sincrona', 'escalar'],
      ['CHAVE mestra', 'backup'],
    ] as const) {
      const { status, text } = await get(`${ROOT}?busca=${encodeURIComponent(words)}`);
      assert.equal(status, 200);
      assert.match(text.slice(text.indexOf('<main')), new RegExp(`href="${ROOT}/${guide}[#"]`), words);
    }
  });

  test('say when nothing is found, and show what was typed as text', async () => {
    const { status, text } = await get(`${ROOT}?busca=${encodeURIComponent('<b>xyzzyx"'.repeat(20))}`);
    assert.equal(status, 200);
    assert.match(text, /Nada encontrado/);
    assert.ok(!text.includes('<b>'));
  });

  test('a page and a picture that are not there are a 404', async () => {
    for (const path of ['/nada', '/figuras/nada.png', '/figuras/..%2f..%2fpackage.json', '/..%2foperating']) {
      assert.equal((await get(ROOT + path)).status, 404, path);
    }
  });

  for (const [page, prints] of SHELL_PAGES) {
    test(`the calls of ${page} work`, async () => {
      const blocks = samplesOf(page, 'sh').filter((block) => block.includes('http://localhost:8080'));
      assert.ok(blocks.length > 0);
      assert.match(await runShell(blocks, service.address(), folder), prints);
    });
  }

  for (const { language, file, program, check } of CARD_PROGRAMS) {
    test(`the program in ${language} encrypts a card and sells`, async (t) => {
      if (!(await isInstalled(program, ...check)))
        return t.skip(`${program} is not installed with what it needs`);
      const [sample = ''] = samplesOf('docs/guias/cartao-cifrado.md', language);
      await writeFile(join(folder, file), sample.replaceAll('http://localhost:8080', service.address()));
      const { stdout } = await run(program, [file], { cwd: folder });
      assert.ok(stdout.replaceAll(' ', '').includes(PAID), stdout);
    });
  }

  for (const { language, file, program, check } of PIX_PROGRAMS) {
    test(`the program in ${language} charges by Pix and sees it paid`, async (t) => {
      if (!(await isInstalled(program, ...check)))
        return t.skip(`${program} is not installed with what it needs`);
      const [sample = ''] = samplesOf('docs/guias/pix.md', language);
      await writeFile(join(folder, file), sample.replaceAll('http://localhost:8080', service.address()));
      const { stdout } = await run(program, [file], { cwd: folder });
      assert.ok(stdout.startsWith('0002') && stdout.replaceAll(' ', '').includes(PAID), stdout);
    });
  }

  /** Signed when it is asked about: receivers refuse what is older than five minutes. */
  const signed = () => {
    const sentAt = new Date();
    return {
      timestamp: String(Math.floor(sentAt.getTime() / 1_000)),
      signature: new Webhook(SECRET).sign(POSTBACK.id, sentAt, POSTBACK.body),
    };
  };
  const CHECKS = [
    {
      language: 'js',
      file: 'avisos.mjs',
      program: process.execPath,
      check: ['--version'],
      call: (body: string, { timestamp, signature }: ReturnType<typeof signed>) =>
        `console.log(isFromGuiche(['${SECRET}'], { id: '${POSTBACK.id}', timestamp: '${timestamp}', signatures: '${signature}', body: '${body}' }) ? 'sim' : 'não');`,
    },
    {
      language: 'php',
      file: 'avisos.php',
      program: 'php',
      check: ['--version'],
      call: (body: string, { timestamp, signature }: ReturnType<typeof signed>) =>
        `echo vemDoGuiche(['${SECRET}'], '${POSTBACK.id}', '${timestamp}', '${signature}', '${body}') ? 'sim' : 'não';`,
    },
    {
      language: 'python',
      file: 'avisos.py',
      program: 'python3',
      check: ['--version'],
      call: (body: string, { timestamp, signature }: ReturnType<typeof signed>) =>
        `print('sim' if is_from_guiche(['${SECRET}'], '${POSTBACK.id}', '${timestamp}', '${signature}', '${body}'.encode()) else 'não')`,
    },
  ] as const;
  for (const { language, file, program, check, call } of CHECKS) {
    test(`the function in ${language} knows a postback by its signature`, async (t) => {
      if (!(await isInstalled(program, ...check))) return t.skip(`${program} is not installed`);
      const [sample = ''] = samplesOf('docs/guias/avisos.md', language);
      const opening = language === 'php' ? '<?php\n' : '';
      for (const [body, says] of [
        [POSTBACK.body, 'sim'],
        [POSTBACK.body.replace('6', '5'), 'não'],
      ] as const) {
        await writeFile(join(folder, file), `${opening}${sample}\n${call(body, signed())}\n`);
        const { stdout } = await run(program, [file], {
          cwd: folder,
          env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
        });
        assert.equal(stdout.trim(), says);
      }
    });
  }

  test('the class in Java of docs/postbacks.md knows a postback by its signature', async (t) => {
    if (!(await isInstalled('java', '--version'))) return t.skip('java is not installed');
    const [sample = ''] = samplesOf('docs/postbacks.md', 'java');
    const { timestamp, signature } = signed();
    const call = `Postback.vemDoGuiche(List.of("${SECRET}"), "${POSTBACK.id}", "${timestamp}", "${signature}", a[0].getBytes(StandardCharsets.UTF_8))`;
    // Java runs the first class of a file.
    const main = `class Main { public static void main(String[] a) throws Exception { System.out.println(${call}); } }`;
    await writeFile(join(folder, 'Main.java'), sample.replace('final class', `${main}\n\nfinal class`));
    for (const [body, says] of [
      [POSTBACK.body, 'true'],
      [POSTBACK.body.replace('6', '5'), 'false'],
    ] as const) {
      const env = { ...process.env, LC_ALL: 'C.UTF-8' };
      const { stdout } = await run('java', ['Main.java', body], { cwd: folder, env });
      assert.equal(stdout.trim(), says);
    }
  });
});
