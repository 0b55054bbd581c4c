import Type, { type Static } from 'typebox';
import { formatDocument } from '../../accounts/persons/index.ts';
import { Bool } from '../../platform/http/index.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import type { Client } from '../clients/index.ts';
import { existingId, RecordId } from '../interface/record-id.ts';
import type { CardOfClient } from './card-forms.ts';
import { type CardNow, cardStatusName } from './client-card.ts';

const id = (description: string, options: { readonly examples?: [number] } = {}) =>
  Type.Optional(RecordId({ description, ...options }));

/** Clients of the original service send the client's id in either place. */
export const ClientOfCard = Type.Object({
  clienteId: id('O cliente; também lido em cliente.id', { examples: [1] }),
  cliente: Type.Optional(Type.Object({ id: id('O mesmo que clienteId') })),
});

export const ClientCardBody = Type.Object({
  id: id('Só para editar: 0, vazio ou ausente cria'),
  ...ClientOfCard.properties,
  preferencial: Type.Optional(Bool({ description: 'true: é cobrado antes dos outros cartões do cliente' })),
});

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const ClientCardRecord = Type.Object(
  {
    id: Type.Integer({ examples: [1] }),
    cliente: Type.Object({
      id: Type.Integer(),
      cpfCnpj: Type.String({ examples: ['111.444.777-35'] }),
      nomeRazaoSocial: TextOrNull,
      email: TextOrNull,
      telefone: TextOrNull,
    }),
    dataAtualizacao: Type.String({ description: 'dd/MM/aaaa', examples: ['15/01/2026'] }),
    dataInsercao: Type.String({ examples: ['15/01/2026 09:00'] }),
    cartaoPan: Type.Union([Type.String({ examples: ['423564******5682'] }), Type.Null()]),
    cartaoValidade: Type.Union([Type.String({ examples: ['12/2035'] }), Type.Null()]),
    bandeira: TextOrNull,
    cartaoToken: Type.Union([
      Type.String({ description: 'Paga vendas do gateway em payment.card.cardInfo.token' }),
      Type.Null(),
    ]),
    gate2allToken: Type.String({ description: 'tokenizationId do gateway' }),
    status: Type.Integer({ description: '1 Token Pendente, 2 Ativo, 3 Duplicado, 4 Cancelado, 5 Inativo' }),
    statusDescricao: Type.String(),
    urlCapturarDadosCartao: Type.Union([
      Type.String({ description: 'Página em que o cliente digita o cartão, enquanto ela o aceita' }),
      Type.Null(),
    ]),
    preferencial: Type.Boolean(),
  },
  { title: 'ClienteCartao' },
);

/** The client that a request names. */
export function readClientId(
  ...sent: readonly (Static<typeof ClientOfCard> | undefined)[]
): number | undefined {
  return sent
    .flatMap((one) => [existingId(one?.clienteId), existingId(one?.cliente?.id)])
    .find((clientId) => clientId !== undefined);
}

export function writeClientCard(
  { record, status, url, kept }: CardNow,
  client: Client,
  time: LocalTime,
): Static<typeof ClientCardRecord> {
  return {
    id: record.id,
    cliente: {
      id: client.id,
      cpfCnpj: formatDocument(client.document),
      nomeRazaoSocial: client.name ?? null,
      email: client.email ?? null,
      telefone: client.phone ?? null,
    },
    dataAtualizacao: time.brazilian(Math.max(record.updatedAt, kept?.keptAt ?? 0)).slice(0, 10),
    dataInsercao: time.brazilian(record.createdAt).slice(0, 16),
    cartaoPan: kept ? shortMask(kept) : null,
    cartaoValidade: kept ? `${kept.expirationMonth}/${kept.expirationYear}` : null,
    bandeira: kept?.brand ?? null,
    cartaoToken: kept?.token ?? null,
    gate2allToken: record.formId,
    status,
    statusDescricao: cardStatusName(status),
    urlCapturarDadosCartao: url ?? null,
    preferencial: record.preferred === 1,
  };
}

/** Always six asterisks, whatever the length of the number. */
function shortMask({ mask }: CardOfClient): string {
  return `${mask.slice(0, 6)}******${mask.slice(-4)}`;
}
