import Type, { type Static } from 'typebox';
import type { Address } from '../../accounts/persons/index.ts';
import { Line } from '../interface/texts.ts';

export const AddressBody = Type.Object(
  {
    tipoLogradouro: Type.Optional(Line({ examples: ['Rua'] })),
    logradouro: Type.Optional(Line({ examples: ['das Flores'] })),
    numero: Type.Optional(Line({ examples: ['100'] })),
    complemento: Type.Optional(Line()),
    cep: Type.Optional(Line({ examples: ['01001-000'] })),
    bairro: Type.Optional(Line()),
    cidade: Type.Optional(Line({ examples: ['São Paulo'] })),
    uf: Type.Optional(Line({ examples: ['SP'] })),
  },
  { description: 'Enviado, substitui o endereço inteiro; um objeto vazio o apaga' },
);

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** An address in an answer; null if there is none. */
export const AddressRecord = Type.Union([
  Type.Object({
    tipoLogradouro: TextOrNull,
    logradouro: TextOrNull,
    numero: TextOrNull,
    complemento: TextOrNull,
    cep: TextOrNull,
    bairro: TextOrNull,
    cidade: TextOrNull,
    uf: TextOrNull,
  }),
  Type.Null(),
]);

export function readAddress(body: Static<typeof AddressBody>): Address {
  return {
    streetType: body.tipoLogradouro,
    street: body.logradouro,
    number: body.numero,
    complement: body.complemento,
    postalCode: body.cep,
    district: body.bairro,
    city: body.cidade,
    state: body.uf,
  };
}

export function writeAddress(address: Address | undefined): Static<typeof AddressRecord> {
  if (!address) return null;
  return {
    tipoLogradouro: address.streetType ?? null,
    logradouro: address.street ?? null,
    numero: address.number ?? null,
    complemento: address.complement ?? null,
    cep: address.postalCode ?? null,
    bairro: address.district ?? null,
    cidade: address.city ?? null,
    uf: address.state ?? null,
  };
}
