import Type from 'typebox';
import { type Clock, type Database, nextId, Secret } from '../../platform/index.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { RecordId } from '../interface/record-id.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { findTerminal, type TerminalTables } from '../terminals/index.ts';
import { clientKeyHash, insertPaymentClient, type PaymentClientTables } from './store.ts';

const KEY_BYTES = 24;

export function paymentClientOperations({
  database,
  clock,
  randomBytes,
}: {
  readonly database: Database;
  readonly clock: Clock;
  randomBytes(size: number): Buffer;
}): readonly Operation[] {
  const insert = operation({
    set: 'ClientePagamento',
    method: 'Insert',
    verbs: ['POST'],
    summary: 'Cria a chave do cliente de pagamento de um terminal; a anterior deixa de valer',
    key: 'required',
    forPerson: true,
    body: Type.Object({ terminalId: RecordId({ examples: [1] }) }),
    answer: Type.Object({
      clientePagamento: Type.Object({
        id: Type.Integer(),
        terminalId: Type.Integer(),
        chave: Type.String({ description: 'Só é mostrada agora' }),
      }),
    }),
    withData: true,
    audited: true,
    run: async ({ personId, body: { terminalId }, written }) => {
      const key = new Secret(randomBytes(KEY_BYTES).toString('hex'));
      const id = await database.write(async (transaction) => {
        const made = await nextId(transaction, 'payment_client');
        const terminal = await findTerminal(transaction.tables<TerminalTables>(), personId, terminalId);
        if (!terminal) throw operationRefuse('not_found', { message: 'Terminal não encontrado.' });
        await insertPaymentClient(transaction.tables<PaymentClientTables>(), {
          id: made,
          personId,
          terminalId,
          keyHash: clientKeyHash(key),
          createdAt: clock.now(),
          seenAt: undefined,
          version: undefined,
          revokedAt: undefined,
        });
        await written(transaction, { id: made });
        return made;
      });
      // The key is returned only here: it is stored as a hash.
      return { clientePagamento: { id, terminalId, chave: key.reveal() } };
    },
  });
  return [insert];
}
