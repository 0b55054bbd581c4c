import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENTRY_STATUS, type RecurrenceEntry } from '../../operations/index.ts';
import { localTime } from '../../platform/time/clock.ts';
import { chargeMail } from './charge-mail.ts';

const NOW = Date.UTC(2026, 10, 26, 15);
const HOUR_MS = 60 * 60_000;
const REFUSED = JSON.stringify({ declineClass: 'soft_customer', acquirerCode: '116' });

/** The mail that a client gets about a month that was refused, as its first paragraph and what comes then. */
async function refusedMail(entry: Partial<RecurrenceEntry>, tries: number | string = 'last') {
  const month = { id: 7, number: 1, dueAt: NOW - HOUR_MS, tries: 1, underWay: 0, result: REFUSED, ...entry };
  const mail = await chargeMail(
    {
      accounts: {
        findPerson: async () => ({ status: 'active', name: 'Loja', document: '11144477735' }),
        shopSettings: async () => ({ mails: ['charge_refused'] }),
      },
      entries: {
        find: async () => ({
          entry: month,
          recurrence: { personId: 1, amount: 1_000, months: 2 },
          clientEmail: 'rui@cliente.example',
        }),
      },
      time: localTime('America/Sao_Paulo'),
      mode: 'production',
    } as unknown as Parameters<typeof chargeMail>[0],
    { id: 'x', kind: 'charge_refused', about: '7', facts: { tries }, tries: 0, createdAt: NOW },
    NOW,
  );
  return mail?.text.paragraphs.join(' ');
}

const toCome = { status: ENTRY_STATUS.scheduled, nextTryAt: NOW + 24 * HOUR_MS };
const givenUp = { status: ENTRY_STATUS.denied };

test('a client is told that the bank refused only where the bank did', async () => {
  assert.match((await refusedMail({ ...toCome }, 1)) ?? '', /o banco do seu cartão não autorizou\./);
  assert.match((await refusedMail({ ...givenUp, tries: 0, result: '{}' })) ?? '', /não há um cartão válido/);
  const noCard = JSON.stringify({ message: 'O cliente está sem cartão válido.' });
  assert.match(
    (await refusedMail({ ...givenUp, tries: 2, result: noCard })) ?? '',
    /não há um cartão válido/,
  );
  for (const result of ['{"message":"A conta não existe mais."}', '{"declineClass":"merchant_config"}']) {
    const told = (await refusedMail({ ...givenUp, result })) ?? '';
    assert.match(told, /a cobrança não pôde ser feita\. Nada foi cobrado/);
  }
});

test('a client is not written to about what only the shop or the acquirer can mend, while it is tried again', async () => {
  const result = '{"declineClass":"soft_technical","acquirerCode":"91"}';
  assert.equal(await refusedMail({ ...toCome, result }, 1), undefined);
});

test('a mail that was held up does not tell of a try that is no longer the last, nor of one that is past', async () => {
  assert.equal(await refusedMail({ ...toCome, tries: 2 }, 1), undefined);
  assert.equal(await refusedMail({ ...toCome, underWay: 1 }, 1), undefined);
  assert.equal(await refusedMail({ ...toCome, nextTryAt: NOW - 1 }, 1), undefined);
  assert.equal(await refusedMail({ ...givenUp }, 1), undefined, 'the mail of the end tells it');
  assert.match((await refusedMail({ ...givenUp })) ?? '', /Não haverá outra tentativa/);
});
