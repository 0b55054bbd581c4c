import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { runGuiche } from '../support/command-line.ts';
import { type DatabasePlace, newDatabasePlace } from '../support/databases.ts';
import { killStarted, runGuicheProcess, THROUGH_NPM } from '../support/service-process.ts';

const COMMANDS = [
  'serve',
  'person add',
  'person list',
  'person show',
  'person edit',
  'person deactivate',
  'person activate',
  'person link',
  'person set',
  'credential issue',
  'credential list',
  'credential revoke',
  'acquirer add',
  'acquirer set',
  'acquirer list',
  'acquirer check',
  'acquirer pause',
  'acquirer resume',
  'acquirer remove',
  'transaction show',
  'transaction list',
  'postback list',
  'postback resend',
  'audit list',
  'audit verify',
  'backup',
  'backup verify',
  'doctor',
];
/** One of each kind: with nothing, with an argument, with options that are required and that repeat. */
const EXPLAINED = ['serve', 'person activate', 'backup', 'backup verify', 'credential issue', 'acquirer add'];
const SETTINGS = [
  'GUICHE_MODE',
  'GUICHE_HOST',
  'GUICHE_PORT',
  'GUICHE_PUBLIC_URL',
  'GUICHE_DATA_DIR',
  'GUICHE_DATABASE_URL',
  'GUICHE_MASTER_KEY',
  'GUICHE_TRUSTED_PROXIES',
  'GUICHE_METRICS_TOKEN',
  'GUICHE_DOCS',
  'GUICHE_LOG_LEVEL',
  'GUICHE_KEEP_POSTBACKS',
  'GUICHE_KEEP_HISTORY',
  'GUICHE_KEEP_AUDIT',
  'GUICHE_KEEP_PRINTS',
  'GUICHE_KEEP_PHOTOS',
  'GUICHE_KEEP_SIMULATOR',
  'GUICHE_ARCHIVE',
  'GUICHE_SLIP_RETURNS',
  'GUICHE_TIME_ZONE',
  'GUICHE_CHECK_DOCUMENTS',
  'GUICHE_SIM_TIME_SCALE',
  'GUICHE_SIM_PINPAD',
  'GUICHE_SIM_FAULTS',
];

/** What was typed, what the first line must say, and the hint. */
const MISTYPED: readonly (readonly [words: string, fault: RegExp, hint: RegExp])[] = [
  ['vender', /^Comando desconhecido: vender/, /guiche --help/],
  ['persn add', /^Comando desconhecido: persn add/, /Você quis dizer person add\?/],
  ['person', /person/, /Há: person add, person list/],
  ['person apagar 1', /^Comando desconhecido: person apagar/, /person \w+/],
  ['serve --porta 80', /^Opção desconhecida: --porta/, /Uso: guiche serve/],
  ['person list --jsn', /^Opção desconhecida: --jsn/, /Você quis dizer --json\?/],
  ['person activate', /^Falta o argumento ID/, /Uso: guiche person activate ID/],
  ['person add --name Ana', /^Falta a opção --document/, /Uso: guiche person add --document N/],
  ['person add --document --name Ana', /^Falta o valor da opção --document/, /Escreva --document N/],
  ['credential issue --person 1 --kind cartao', /^--kind deve ser api, checkout/, /Uso:/],
  ['credential issue --person 1 --kind api --expires amanha', /AAAA-MM-DD/, /Uso:/],
  ['acquirer add --person 1 --provider REDE --setting pv', /CHAVE=VALOR/, /Uso:/],
  ['postback resend', /^Diga o que enviar/, /Uso: guiche postback resend \[AVISO\]/],
  ['postback resend --failed --transaction 1', /^--transaction não pode ser/, /Uso:/],
  ['postback resend 12', /^AVISO tem a forma/, /Uso:/],
  ['postback list --state pronto', /^--state deve ser waiting, delivered ou failed/, /Uso:/],
];

describe('the command line', () => {
  let place: DatabasePlace;

  before(async () => {
    place = await newDatabasePlace('sqlite');
  });
  after(async () => {
    killStarted();
    await place?.remove();
  });

  test('--help through npm lists every command and every setting', async () => {
    const { code, out, error } = await runGuicheProcess(place, ['--help'], {}, THROUGH_NPM);
    assert.deepEqual([code, error], [0, '']);
    for (const name of COMMANDS) assert.match(out, new RegExp(`^  ${name} {2,}\\S`, 'm'));
    for (const name of SETTINGS) assert.match(out, new RegExp(`^  ${name} +\\S.*\\(padrão: .+\\)$`, 'm'));
  });

  for (const name of EXPLAINED) {
    test(`${name} --help explains it`, async () => {
      const { code, out, error } = await runGuiche(place, [...name.split(' '), '--help']);
      assert.deepEqual([code, error], [0, '']);
      assert.match(out, new RegExp(`^Uso: guiche ${name}`, 'm'));
      assert.match(out, /^ {2}--json /m);
    });
  }

  for (const [words, fault, hint] of MISTYPED) {
    test(`"${words}" ends with 2 and a hint`, async () => {
      const { code, out, error } = await runGuiche(place, words.split(' '));
      assert.deepEqual([code, out], [2, '']);
      assert.match(error, fault);
      assert.match(error, hint);
    });
  }

  test('what was typed wrongly opened no database', async () => {
    const left = (await readdir(place.dataDir)).filter((name) => name.startsWith('guiche'));
    assert.deepEqual(left, []);
  });

  test('npm hands on the exit code', async () => {
    const { code, error } = await runGuicheProcess(place, ['vender'], {}, THROUGH_NPM);
    assert.equal(code, 2);
    assert.match(error, /Comando desconhecido: vender/);
  });
});
