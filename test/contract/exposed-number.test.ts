import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import {
  cardHashOf,
  getAs,
  MASTERCARD,
  publicKeyFor,
  type Sale,
  sell,
  sellByHash,
  TRANSACTIONS_PATH,
  VISA,
} from '../support/gateway-client.ts';
import { assertMessage, DEMO_KEY, post } from '../support/operations-client.ts';
import { onSqliteByDay } from '../support/service.ts';

const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
const inGroups = (digits: string, separator: string) => digits.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
/** Texts that contain the number and other characters. */
const spellingsOf = (number: string): readonly string[] => [
  ...['', ' ', '.', '/', '\t', '-', '\u00a0'].map((separator) => `cartão ${inGroups(number, separator)}`),
  `x ${fullWidth(number)}`,
];

onSqliteByDay('A card number in a text of a sale', {}, (service) => {
  test('400 names the field that contains it, in every spelling, whether or not it is the number of the sale’s card', async () => {
    for (const number of [VISA, MASTERCARD, '371341553758128']) {
      for (const description of spellingsOf(number)) {
        const answer = await sell(service, { top: { description, referenceId: 'exposto' } });
        assertRefused(answer, 400, 'card_number_exposed', 'description');
        assert.ok(!answer.text.includes(number));
      }
    }
    assert.deepEqual((await getAs(service, `${TRANSACTIONS_PATH}?referenceId=exposto`)).json(), []);
  });

  const fields: readonly (readonly [string, (text: string) => Sale])[] = [
    ['referenceId', (referenceId) => ({ top: { referenceId } })],
    ['userAgent', (userAgent) => ({ top: { userAgent } })],
    ['device.deviceType3ds', (deviceType3ds) => ({ top: { device: { deviceType3ds } } })],
    ['postBackUrl', (text) => ({ top: { postBackUrl: `https://loja.example/${text}` } })],
    ['returnUrl', (text) => ({ top: { returnUrl: `https://loja.example/?cartao=${text}` } })],
    ['customer.name', (name) => ({ top: { customer: { name } } })],
    ['customer.document', (document) => ({ top: { customer: { document } } })],
    ['payment.card.interestType', (interestType) => ({ card: { interestType } })],
    ['payment.card.softDescriptor', (softDescriptor) => ({ card: { softDescriptor } })],
    ['payment.card.provider', (provider) => ({ card: { provider } })],
    ['payment.card.cardInfo.brand', (brand) => ({ cardInfo: { brand } })],
    ['payment.card.cardInfo.holderName', (holderName) => ({ cardInfo: { holderName } })],
  ];
  for (const [field, saleWith] of fields) {
    test(`400: a card number in ${field}`, async () => {
      for (const number of [VISA, MASTERCARD]) {
        assertRefused(await sell(service, saleWith(number)), 400, 'card_number_exposed', field);
      }
    });
  }

  test('400 also when the card was sent as a cardHash', async () => {
    const cardHash = cardHashOf(await publicKeyFor(service));
    const answer = await sellByHash(service, cardHash, { holderName: inGroups(VISA, ' ') });
    assertRefused(answer, 400, 'card_number_exposed', 'payment.card.cardInfo.holderName');
  });

  test('numbers of other kinds are accepted', async () => {
    const texts = ['36.490.102/0001-80', '36490102000180', '7891000315507', '+55 11 91234-5678'];
    for (const description of texts) {
      assert.equal(recordOf(await sell(service, { top: { description } })).top.description, description);
    }
  });
});

onSqliteByDay('A card number in a text of the back office', {}, (service) => {
  const writes: readonly (readonly [string, string, (text: string) => object])[] = [
    ['/Cliente/Insert', 'referencia', (referencia) => ({ cpfCnpj: '52998224725', referencia })],
    [
      '/Cliente/Insert',
      'nomeRazaoSocial',
      (nomeRazaoSocial) => ({ cpfCnpj: '52998224725', nomeRazaoSocial }),
    ],
    ['/ProdutoCategoria/Insert', 'nome', (nome) => ({ nome })],
    ['/Terminal/Insert', 'nome', (nome) => ({ nome })],
  ];
  for (const [path, field, bodyWith] of writes) {
    test(`${path}: 400 with a message that names ${field}, and nothing is stored`, async () => {
      for (const number of [VISA, '371341553758128']) {
        for (const text of [number, inGroups(number, ' '), fullWidth(number)]) {
          const answer = await post(service, path, bodyWith(text), DEMO_KEY);
          assertMessage(answer, 400, new RegExp(`^O campo ${field} contém um número de cartão\\.`));
        }
      }
      assert.equal((await post(service, path, bodyWith('Caixa 1'), DEMO_KEY)).status, 200);
    });
  }

  test('400 also for a person’s name or address in a call without a key', async () => {
    const person = { NomeRazaoSocial: 'Ana', CpfCnpj: '52998224725' };
    assertMessage(
      await post(service, '/Pessoa/Insert', { pessoa: { ...person, SobrenomeNomeFantasia: VISA } }),
      400,
      /sobrenomeNomeFantasia contém um número de cartão/,
    );
    const Endereco = { Logradouro: `Rua ${inGroups(VISA, '.')}` };
    assertMessage(
      await post(service, '/Pessoa/Insert', { pessoa: { ...person, Endereco } }),
      400,
      /endereco\.logradouro contém um número de cartão/,
    );
  });

  test('a login with a card number as its password is refused as a wrong password', async () => {
    const answer = await post(service, '/Login/Login/', { cpfCnpj: '11144477735', senha: VISA });
    assertMessage(answer, 401, 'CPF/CNPJ ou senha inválidos.');
  });
});
