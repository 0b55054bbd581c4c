import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { Secret } from '../../../../platform/secret.ts';
import type { AuthorizeRequest } from '../../card-acquirer.ts';
import { type Play, startTestHost, type TestHost } from '../../rede/test-host.ts';
import {
  accountAt,
  attemptAt,
  CARD,
  CARD_NUMBER,
  cieloConnector,
  MERCHANT_KEY,
  recordOfSale,
} from '../test-account.ts';

async function openHost(context: TestContext): Promise<TestHost> {
  const host = await startTestHost();
  context.after(host.close);
  return host;
}

async function sold(context: TestContext, play: Play, more: Partial<AuthorizeRequest> = {}) {
  const host = await openHost(context);
  host.answer(play);
  const outcome = await cieloConnector().authorize(attemptAt(accountAt(host.origin), more));
  assert.ok(!JSON.stringify(outcome).includes(CARD_NUMBER));
  assert.ok(!JSON.stringify(outcome).includes(MERCHANT_KEY));
  return outcome;
}

const created = (payment: object, more: object = {}): Play => ({
  status: 201,
  json: recordOfSale({ ...payment }, { ...more }),
});

describe('an answer to a sale', () => {
  test('status 2 is approved and captured, status 1 approved', async (context) => {
    const captured = await sold(context, created({}));
    assert.ok(captured.outcome === 'approved' && captured.captured, JSON.stringify(captured));
    assert.equal(captured.answer.theirId, '0f4b7b9e-2b1e-4c58-8d77-3a5c9f1e6d20');
    assert.deepEqual(captured.answer.seen, { amount: 30_000, cardBin: '455187', cardLast4: '0183' });
    const held = await sold(context, created({ Status: 1, ReturnCode: '4' }), { capture: false });
    assert.ok(held.outcome === 'approved' && !held.captured);
  });

  test('status 1 where the capture was asked for is looked at again', async (context) => {
    assert.equal((await sold(context, created({ Status: 1, ReturnCode: '4' }))).outcome, 'pending');
  });

  test('status 0 is unknown, whatever its code; but a sale that was stopped is certain', async (context) => {
    for (const ReturnCode of ['AA', '98', '99', '999', 'BP900', 'BP901', '51']) {
      const outcome = await sold(context, created({ Status: 0, ReturnCode }));
      assert.equal(outcome.outcome, 'unknown', ReturnCode);
    }
    for (const stopped of [
      { ProviderReturnCode: 'BP171' },
      { ReturnCode: 'BP171' },
      { ReasonCode: 16, ReasonMessage: 'AbortedByFraud' },
    ]) {
      const outcome = await sold(context, created({ Status: 0, ReturnCode: undefined, ...stopped }));
      assert.ok(outcome.outcome === 'declined', JSON.stringify(outcome));
      assert.deepEqual([outcome.decline.code, outcome.decline.declineClass], ['BP171', 'soft_technical']);
    }
  });

  test('an approval of another order, amount or card is none of ours', async (context) => {
    for (const foreign of [
      created({}, { MerchantOrderId: 'FEDCBA9876543210' }),
      created({ Amount: 30_001 }),
      created({ CreditCard: { CardNumber: '455187******0184' } }),
      created({ CreditCard: { CardNumber: '411111******0183' } }),
    ]) {
      const outcome = await sold(context, foreign);
      assert.ok(outcome.outcome === 'unknown', JSON.stringify(outcome));
      assert.equal(outcome.answer?.theirId, undefined);
    }
  });

  test('an approval without our order number or without an id proves nothing', async (context) => {
    assert.equal((await sold(context, created({}, { MerchantOrderId: undefined }))).outcome, 'unknown');
    assert.equal((await sold(context, created({ PaymentId: undefined }))).outcome, 'unknown');
    assert.equal((await sold(context, created({ Status: undefined }))).outcome, 'unknown');
  });

  test("a refusal has the scheme's code and advice, or Cielo's own code", async (context) => {
    const card = { ...CARD, number: new Secret('5502090000000009'), brand: 'MASTERCARD' };
    const CreditCard = { CardNumber: '550209******0009', Brand: 'Master' };
    const refused = { Status: 3, AuthorizationCode: undefined, CreditCard, ReturnCode: '51' };
    const advised = await sold(context, created({ ...refused, MerchantAdviceCode: '3' }), { card });
    assert.ok(advised.outcome === 'declined');
    assert.deepEqual(
      [
        advised.decline.code,
        advised.decline.declineClass,
        advised.answer.merchantAdviceCode,
        advised.answer.abecsCode,
      ],
      ['51', 'hard', '03', '51'],
    );
    const strange = await sold(context, created({ ...refused, MerchantAdviceCode: 'A7' }), { card });
    assert.ok(strange.outcome === 'declined');
    assert.equal(strange.decline.declineClass, 'hard', 'nobody knows what it means');
    const own = await sold(context, created({ Status: 3, ReturnCode: 'BN' }));
    assert.ok(own.outcome === 'declined');
    assert.deepEqual(
      [own.decline.code, own.decline.declineClass, own.answer.abecsCode],
      ['BN', 'soft_customer', undefined],
    );
    assert.equal((await sold(context, created({ Status: 3, ReturnCode: 'AA' }))).outcome, 'unknown');
  });

  test('names in other letters, and members that are missing, are read all the same', async (context) => {
    const { Payment, MerchantOrderId } = recordOfSale({ Interest: 0, Links: undefined });
    const { PaymentId, ...rest } = Payment;
    const json = { merchantOrderId: MerchantOrderId, payment: { ...rest, Paymentid: PaymentId } };
    assert.equal((await sold(context, { status: 201, json })).outcome, 'approved');
  });

  test('errors come as a list or as one, and tell what to mend', async (context) => {
    for (const json of [[{ Code: 132, Message: 'x' }], { Code: 132, Message: 'x' }, [{ code: 132 }]]) {
      const outcome = await sold(context, { status: 400, json });
      assert.ok(outcome.outcome === 'invalid_request', JSON.stringify(outcome));
      assert.match(outcome.reason, /^return code 132: credenciais/);
    }
    assert.equal((await sold(context, { status: 400, json: [{ Code: 302 }] })).outcome, 'duplicate');
  });

  test('what cannot be read is unknown, what the edge refuses was not sent', async (context) => {
    for (const play of [
      { status: 400, text: '' },
      { status: 400, text: '<html>' },
      { status: 400, json: [] },
      { status: 500, json: {} },
      { status: 503, text: '' },
      { status: 201, text: '{"MerchantOrderId":' },
      'reset',
      'cut',
    ] as const) {
      assert.equal((await sold(context, play)).outcome, 'unknown', JSON.stringify(play));
    }
    for (const status of [401, 403, 429]) {
      assert.equal((await sold(context, { status, text: '' })).outcome, 'not_sent', String(status));
    }
  });
});

describe('what is sent', () => {
  const sentBy = async (context: TestContext, more: Partial<AuthorizeRequest>, settings = {}) => {
    const host = await openHost(context);
    host.answer(created({}));
    await cieloConnector().authorize(attemptAt(accountAt(host.origin, settings), more));
    const [received] = host.received;
    return { received, body: received && JSON.parse(received.body) };
  };

  test('the shop, a trace and the sale', async (context) => {
    const { received, body } = await sentBy(context, { softDescriptor: 'Pães & Açúcar do Zé' });
    assert.deepEqual([received?.method, received?.path], ['POST', '/1/sales/']);
    assert.equal(received?.headers.merchantid, '3f1d8a52-6c1b-4b7e-9a0e-5d2f7c4b8e10');
    assert.equal(received?.headers.merchantkey, MERCHANT_KEY);
    assert.match(String(received?.headers.requestid), /^[0-9a-f-]{36}$/);
    assert.deepEqual(body, {
      MerchantOrderId: '0123456789ABCDEF',
      Payment: {
        Type: 'CreditCard',
        Amount: 30_000,
        Installments: 1,
        Capture: true,
        Authenticate: false,
        SoftDescriptor: 'PaesAcucardoZ',
        CreditCard: {
          CardNumber: CARD_NUMBER,
          Holder: 'Joao da Silva',
          ExpirationDate: '12/2035',
          SecurityCode: '737',
          Brand: 'Visa',
        },
      },
    });
  });

  test("who bears the interest, and the issuer's plan as the account sells it", async (context) => {
    const issuers = { installments: { count: 3, plan: 'issuer' } } as const;
    const interest = async (more: Partial<AuthorizeRequest>, settings = {}) =>
      (await sentBy(context, more, settings)).body?.Payment.Interest;
    assert.equal(await interest(issuers), 'ByIssuer');
    assert.equal(await interest({ installments: { count: 3, plan: 'store' } }), 'ByMerchant');
    assert.equal(await interest(issuers, { issuerInstallments: 'store' }), 'ByMerchant');
    assert.equal((await sentBy(context, issuers, { issuerInstallments: 'refuse' })).received, undefined);
  });

  test('a brand that Cielo does not know is left out, never sent as text', async (context) => {
    for (const brand of [undefined, 'NOBODY', 'master']) {
      const { body } = await sentBy(context, { card: { ...CARD, brand } });
      assert.equal('Brand' in body.Payment.CreditCard, false);
    }
    const { body } = await sentBy(context, { card: { ...CARD, brand: 'MASTERCARD' } });
    assert.equal(body.Payment.CreditCard.Brand, 'Master');
  });

  test('proof of an authentication that was made elsewhere, and debit only with it', async (context) => {
    const proof = {
      cavv: new Secret('kHyn+7YFi1EUAREAAAAvNUe6Hv8='),
      xid: undefined,
      eci: '5',
      version: '2.2.0',
      referenceId: 'a8b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d',
      dataOnly: false,
    };
    const sentProof = {
      Cavv: 'kHyn+7YFi1EUAREAAAAvNUe6Hv8=',
      Eci: '5',
      Version: '2',
      ReferenceId: 'a8b1c2d3-e4f5-4a6b-8c7d-9e0f1a2b3c4d',
    };
    const credit = (await sentBy(context, { proof, recurrent: true })).body.Payment;
    assert.deepEqual([credit.Authenticate, credit.Recurrent], [true, undefined]);
    assert.deepEqual(credit.ExternalAuthentication, sentProof);
    const data = (await sentBy(context, { proof: { ...proof, dataOnly: true } })).body.Payment;
    assert.deepEqual([data.Authenticate, data.ExternalAuthentication.DataOnly], [false, true]);
    const debit = (await sentBy(context, { kind: 'debit', proof })).body.Payment;
    assert.deepEqual(
      [debit.Type, debit.Authenticate, debit.DebitCard.CardNumber],
      ['DebitCard', true, CARD_NUMBER],
    );
    assert.match(debit.ReturnUrl, /^https:/);
    for (const without of [undefined, { ...proof, dataOnly: true }]) {
      assert.equal((await sentBy(context, { kind: 'debit', proof: without })).received, undefined);
    }
  });

  test('what schemes want to know of a card that is kept', async (context) => {
    const kept = async (brand: string, use: 'first' | 'used', reason: 'recurring' | 'unscheduled') => {
      const { body } = await sentBy(context, {
        card: { ...CARD, brand },
        cardOnFile: { use, reason },
        recurrent: reason === 'recurring',
      });
      const { CreditCard, InitiatedTransactionIndicator, Recurrent, Authenticate } = body.Payment;
      assert.deepEqual([Recurrent, Authenticate], [reason === 'recurring' ? true : undefined, false]);
      return [CreditCard.CardOnFile, InitiatedTransactionIndicator];
    };
    assert.deepEqual(await kept('VISA', 'first', 'unscheduled'), [{ Usage: 'First' }, undefined]);
    assert.deepEqual(await kept('VISA', 'used', 'recurring'), [
      { Usage: 'Used', Reason: 'Recurring' },
      undefined,
    ]);
    assert.deepEqual(await kept('MASTERCARD', 'used', 'recurring'), [
      { Usage: 'Used', Reason: 'Recurring' },
      { Category: 'M1', Subcategory: 'Subscription' },
    ]);
    assert.deepEqual(await kept('MASTERCARD', 'used', 'unscheduled'), [
      { Usage: 'Used', Reason: 'Unscheduled' },
      { Category: 'C1', Subcategory: 'CredentialsOnFile' },
    ]);
    assert.deepEqual(await kept('HIPERCARD', 'first', 'unscheduled'), [
      undefined,
      { Category: 'C1', Subcategory: 'CredentialsOnFile' },
    ]);
    assert.deepEqual(await kept('AMEX', 'first', 'unscheduled'), [undefined, undefined]);
  });
});

describe('the names that the scheme gave a sale', () => {
  test('are read from an approval, but not what no scheme gives', async (context) => {
    const named = async (payment: object) => {
      const outcome = await sold(context, created(payment));
      return outcome.outcome === 'approved' ? outcome.answer.schemeIds : undefined;
    };
    assert.deepEqual(
      await named({ IssuerTransactionId: '580026329123456', TransactionLinkId: 'MLK7Q2R9T4' }),
      {
        transactionId: '580026329123456',
        linkId: 'MLK7Q2R9T4',
      },
    );
    assert.equal(
      await named({ IssuerTransactionId: 'two words', TransactionLinkId: 'x'.repeat(65) }),
      undefined,
    );
  });

  test('are sent with later sales of the kept card', async (context) => {
    const host = await openHost(context);
    host.answer(created({}));
    const schemeIds = { transactionId: '580026329123456', linkId: 'MLK7Q2R9T4' };
    const more = { cardOnFile: { use: 'used', reason: 'recurring' }, schemeIds } as const;
    await cieloConnector().authorize(attemptAt(accountAt(host.origin), more));
    const { Payment } = JSON.parse(host.received[0]?.body ?? '') as {
      readonly Payment: Readonly<Record<string, unknown>>;
    };
    assert.deepEqual(
      [Payment.IssuerTransactionId, Payment.TransactionLinkId],
      ['580026329123456', 'MLK7Q2R9T4'],
    );
  });
});
