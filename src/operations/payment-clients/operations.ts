import Type from 'typebox';
import { type Operation, operation } from '../interface/operation.ts';
import { RecordId } from '../interface/record-id.ts';
import { issueClientKey, type KeyIssueOptions } from './issue-key.ts';

export function paymentClientOperations(options: KeyIssueOptions): readonly Operation[] {
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
      const { client, key } = await issueClientKey(options, { personId, terminalId }, written);
      return { clientePagamento: { id: client.id, terminalId, chave: key.reveal() } };
    },
  });
  return [insert];
}
