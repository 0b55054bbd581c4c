import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused, recordOf } from '../support/gateway-answers.ts';
import { postJson, saleBody, sell } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Optional texts that are answered as sent: name and maximum length. */
const ECHOED_TEXTS = [
  ['referenceId', 100],
  ['description', 300],
  ['userAgent', 500],
] as const;

const ADDRESSES = [
  ['postBackUrl', 300],
  ['returnUrl', 500],
] as const;

const BAD_AMOUNTS: readonly (readonly [string, unknown])[] = [
  ['0', '0'],
  ['0 as number', 0],
  ['a negative one', '-1'],
  ['a negative number', -1000],
  ['above 999 999 999 999', '1000000000000'],
  ['above it as number', 1_000_000_000_000],
  ['a fraction', 10.5],
  ['a text with a decimal point', '10.00'],
  ['a text with a decimal comma', '10,00'],
  ['an exponent in a text', '1e3'],
  ['hexadecimal', '0x10'],
  ['digits of another script', '١٢٣'],
  ['more than 2^53', '99999999999999999999'],
  ['letters', 'mil'],
  ['a blank', ' '],
  ['true', true],
  ['a list', ['1000']],
  ['an object', {}],
];

onSqliteByDay('Transaction, top level', {}, (service) => {
  test('transactionId: a different UUID for each sale', async () => {
    const ids = [await sell(service), await sell(service)].map(
      (answer) => recordOf(answer).top.transactionId,
    );
    for (const id of ids) assert.match(String(id), UUID);
    assert.notEqual(ids[0], ids[1]);
  });

  test('transactionId: a text in the request that names no intention is ignored', async () => {
    const transactionId = 'pedido-1';
    assert.notEqual(
      recordOf(await sell(service, { top: { transactionId } })).top.transactionId,
      transactionId,
    );
  });

  for (const [field, maxLength] of ECHOED_TEXTS) {
    const stem = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

    test(`${field}: answered as sent, with accents and symbols`, async () => {
      const text = 'Pão de açúcar "nº 1" \\ <b> 😀';
      assert.equal(recordOf(await sell(service, { top: { [field]: text } })).top[field], text);
    });

    test(`${field}: ${maxLength} characters are accepted, one more is refused`, async () => {
      const longest = 'é'.repeat(maxLength);
      assert.equal(recordOf(await sell(service, { top: { [field]: longest } })).top[field], longest);
      const longer = await sell(service, { top: { [field]: `${longest}é` } });
      assertRefused(longer, 400, `${stem}_invalid`, field);
    });

    test(`${field}: a character outside the basic plane counts once`, async () => {
      const longest = '😀'.repeat(maxLength);
      assert.equal(recordOf(await sell(service, { top: { [field]: longest } })).top[field], longest);
    });

    test(`${field}: null and "" are absent`, async () => {
      for (const empty of [null, '']) {
        assert.equal(field in recordOf(await sell(service, { top: { [field]: empty } })).top, false);
      }
    });

    test(`${field}: an object, a list or a boolean is refused`, async () => {
      for (const value of [{}, [], ['a'], true]) {
        assertRefused(await sell(service, { top: { [field]: value } }), 400, `${stem}_invalid`, field);
      }
    });
  }

  test('referenceId: answered as text when sent as number', async () => {
    assert.equal(recordOf(await sell(service, { top: { referenceId: 1234 } })).top.referenceId, '1234');
  });

  test('referenceId: a number that lost precision is refused, not altered', async () => {
    const body = JSON.stringify(saleBody({ top: { referenceId: 'REFERENCE' } }));
    for (const number of ['12345678901234567890', '1e400']) {
      const answer = await service.send({
        method: 'POST',
        path: '/v1/transactions',
        headers: { authenticationApi: 'demo', authenticationKey: '0123456789ABCDEF0123' },
        body: body.replace('"REFERENCE"', number),
      });
      assertRefused(answer, 400, 'reference_id_invalid', 'referenceId');
    }
  });

  test('referenceId: may be used more than once', async () => {
    for (let sale = 1; sale <= 2; sale += 1) recordOf(await sell(service, { top: { referenceId: 'twice' } }));
  });

  test('amount: answered as text when sent as text', async () => {
    assert.equal(recordOf(await sell(service, { top: { amount: '1000' } })).top.amount, '1000');
  });

  test('amount: answered as text when sent as number', async () => {
    assert.equal(recordOf(await sell(service, { top: { amount: 1000 } })).top.amount, '1000');
  });

  test('amount: 1 and 999 999 999 999 are accepted, as text and as number', async () => {
    for (const amount of ['1', '999999999999', 1, 999_999_999_999]) {
      assert.equal(recordOf(await sell(service, { top: { amount } })).top.amount, String(amount));
    }
  });

  for (const [name, amount] of BAD_AMOUNTS) {
    test(`amount: ${name} is refused`, async () => {
      assertRefused(await sell(service, { top: { amount } }), 400, 'amount_invalid', 'amount');
    });
  }

  test('amount: required; undefined, null and "" are refused', async () => {
    for (const amount of [undefined, null, '']) {
      assertRefused(await sell(service, { top: { amount } }), 400, 'amount_required', 'amount');
    }
  });

  test('status: a number; one in the request is ignored', async () => {
    assert.equal(recordOf(await sell(service, { top: { status: 6 } })).top.status, 5);
  });

  test('dtTransaction: yyyy-MM-ddTHH:mm:ss without zone', async () => {
    const { dtTransaction } = recordOf(await sell(service)).top;
    assert.match(String(dtTransaction), /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
  });

  for (const [field, maxLength] of ADDRESSES) {
    const code = `${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}_invalid`;

    test(`${field}: http and https are answered as sent`, async () => {
      for (const url of [
        'http://loja.example/volta?pedido=1#fim',
        'HTTPS://Loja.example:8443',
        'http://10.0.0.1/',
      ]) {
        assert.equal(recordOf(await sell(service, { top: { [field]: url } })).top[field], url);
      }
    });

    test(`${field}: ${maxLength} characters are accepted, one more is refused`, async () => {
      const longest = `https://loja.example/${'a'.repeat(maxLength - 'https://loja.example/'.length)}`;
      assert.equal(recordOf(await sell(service, { top: { [field]: longest } })).top[field], longest);
      assertRefused(await sell(service, { top: { [field]: `${longest}a` } }), 400, code, field);
    });

    test(`${field}: anything but an absolute http(s) address is refused`, async () => {
      for (const url of [
        '/volta',
        'loja.example',
        'ftp://loja.example',
        'javascript:alert(1)',
        'http://',
        'https:',
        1,
      ]) {
        assertRefused(await sell(service, { top: { [field]: url } }), 400, code, field);
      }
    });

    test(`${field}: null and "" are absent`, async () => {
      for (const empty of [null, '']) {
        assert.equal(field in recordOf(await sell(service, { top: { [field]: empty } })).top, false);
      }
    });
  }

  test('returnUrl: an address with user info is refused', async () => {
    const answer = await sell(service, { top: { returnUrl: 'https://user:pass@loja.example/' } });
    assertRefused(answer, 400, 'return_url_invalid', 'returnUrl');
  });

  test('redirectUrl: in a request it is read as returnUrl', async () => {
    const { top } = recordOf(await sell(service, { top: { redirectUrl: 'https://loja.example/volta' } }));
    assert.equal(top.returnUrl, 'https://loja.example/volta');
    assert.equal('redirectUrl' in top, false);
  });

  test('redirectUrl: an invalid one in a request is refused under its own name', async () => {
    const answer = await sell(service, { top: { redirectUrl: 'volta' } });
    assertRefused(answer, 400, 'return_url_invalid', 'redirectUrl');
  });

  test('redirectUrl: returnUrl wins if both are sent', async () => {
    const both = { redirectUrl: 'https://loja.example/old', returnUrl: 'https://loja.example/new' };
    assert.equal(recordOf(await sell(service, { top: both })).top.returnUrl, 'https://loja.example/new');
  });

  test('customer: name and document are answered as sent, the document as text', async () => {
    const customer = { name: 'Zoë Ñandú', document: '529.982.247-25' };
    assert.deepEqual(recordOf(await sell(service, { top: { customer } })).top.customer, customer);
    const numeric = await sell(service, { top: { customer: { document: 52998224725 } } });
    assert.deepEqual(recordOf(numeric).top.customer, { document: '52998224725' });
  });

  test('customer.document: check digits are not verified', async () => {
    const customer = { document: '00000000000' };
    assert.deepEqual(recordOf(await sell(service, { top: { customer } })).top.customer, customer);
  });

  test('customer: a name of 100 and a document of 18 characters are accepted, one more is refused', async () => {
    const customer = { name: 'n'.repeat(100), document: '1'.repeat(18) };
    assert.deepEqual(recordOf(await sell(service, { top: { customer } })).top.customer, customer);
    const name = await sell(service, { top: { customer: { name: 'n'.repeat(101) } } });
    assertRefused(name, 400, 'customer_name_invalid', 'customer.name');
    const document = await sell(service, { top: { customer: { document: '1'.repeat(19) } } });
    assertRefused(document, 400, 'customer_document_invalid', 'customer.document');
  });

  test('customer: null and "" are absent; anything but an object is refused', async () => {
    for (const empty of [null, '']) {
      assert.equal('customer' in recordOf(await sell(service, { top: { customer: empty } })).top, false);
    }
    for (const customer of ['Maria', 1, []]) {
      assertRefused(await sell(service, { top: { customer } }), 400, 'customer_invalid', 'customer');
    }
  });

  test('payment and payment.card are required', async () => {
    const required = [
      [undefined, 'payment_required', 'payment'],
      [null, 'payment_required', 'payment'],
      [{}, 'payment_kind', 'payment'],
      [{ card: null }, 'payment_kind', 'payment'],
      [{ card: {} }, 'card_info_required', 'payment.card.cardInfo'],
      [{ card: { cardInfo: null } }, 'card_info_required', 'payment.card.cardInfo'],
      [{ card: { cardInfo: '' } }, 'card_info_required', 'payment.card.cardInfo'],
    ] as const;
    for (const [payment, code, field] of required) {
      assertRefused(await postJson(service, { amount: '1000', payment }), 400, code, field);
    }
  });
});
