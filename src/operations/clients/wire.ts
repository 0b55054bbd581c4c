import Type, { type Static } from 'typebox';
import { formatDocument, type Person, readDocument } from '../../accounts/persons/index.ts';
import { Bool, clearable, UNSEARCHED } from '../../platform/http/index.ts';
import { existingId, RecordId } from '../interface/record-id.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { Line } from '../interface/texts.ts';
import { AddressBody, AddressRecord, readAddress, writeAddress } from '../persons/index.ts';
import type { Client } from './client.ts';
import type { ClientToSave } from './save.ts';

export const ClientBody = Type.Object({
  id: Type.Optional(RecordId({ description: 'Só para editar: 0, vazio ou ausente cria' })),
  pessoaId: Type.Optional(RecordId({ description: 'O estabelecimento; padrão: a pessoa da chave' })),
  cpfCnpj: Line({ description: 'Com ou sem pontuação', examples: ['11144477735'], [UNSEARCHED]: 'document' }),
  nomeRazaoSocial: Type.Optional(clearable(Line({ examples: ['Maria da Silva'] }))),
  email: Type.Optional(clearable(Line())),
  telefone: Type.Optional(clearable(Line())),
  referencia: Type.Optional(
    clearable(Line({ description: 'Identificador do cliente no sistema integrado' })),
  ),
  pessoaJuridica: Type.Optional(Bool({ description: 'Ausente: pelo tamanho do documento' })),
  endereco: Type.Optional(clearable(AddressBody)),
});

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

export const ClientRecord = Type.Object(
  {
    id: Type.Integer({ examples: [9] }),
    cpfCnpj: Type.String({ description: 'Com pontuação', examples: ['111.444.777-35'] }),
    nomeRazaoSocial: TextOrNull,
    email: TextOrNull,
    telefone: TextOrNull,
    referencia: TextOrNull,
    pessoaJuridica: Type.Boolean(),
    pessoa: Type.Object({
      id: Type.Integer({ examples: [1] }),
      nomeRazaoSocial: Type.String(),
      sobrenomeNomeFantasia: TextOrNull,
    }),
    endereco: AddressRecord,
  },
  { title: 'Cliente' },
);

/** Throws a Refusal 400 for an invalid document. */
export function readClient(
  body: Static<typeof ClientBody>,
  rules: { readonly checkDocuments: boolean },
): Omit<ClientToSave, 'personId'> {
  const document = readDocument(body.cpfCnpj, rules.checkDocuments);
  if (!document) {
    throw operationRefuse('value_invalid', {
      field: 'cpfCnpj',
      message: 'O campo cpfCnpj deve ser um CPF ou CNPJ válido.',
    });
  }
  return {
    id: existingId(body.id),
    changes: {
      document,
      legalPerson: body.pessoaJuridica,
      name: body.nomeRazaoSocial,
      email: body.email,
      phone: body.telefone,
      reference: body.referencia,
      address: body.endereco && readAddress(body.endereco),
    },
  };
}

export function writeClient(client: Client, seller: Person): Static<typeof ClientRecord> {
  return {
    id: client.id,
    cpfCnpj: formatDocument(client.document),
    nomeRazaoSocial: client.name ?? null,
    email: client.email ?? null,
    telefone: client.phone ?? null,
    referencia: client.reference ?? null,
    pessoaJuridica: client.legalPerson,
    pessoa: {
      id: seller.id,
      nomeRazaoSocial: seller.name,
      sobrenomeNomeFantasia: seller.tradeName ?? null,
    },
    endereco: writeAddress(client.address),
  };
}
