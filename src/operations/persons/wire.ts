import Type, { type Static } from 'typebox';
import { type Address, formatDocument, type Person } from '../../accounts/persons/index.ts';
import { Bool, clearable, Text, UNSEARCHED } from '../../platform/http/index.ts';
import { Secret } from '../../platform/secret.ts';
import { existingId, RecordId } from '../interface/record-id.ts';
import { type Edited, Line, MAX_TEXT_CHARACTERS, requiredText } from '../interface/texts.ts';
import { MAX_PHOTO_CHARACTERS } from '../photos/index.ts';
import { AddressBody, AddressRecord, readAddress, writeAddress } from './address.ts';

export const PersonBody = Type.Object({
  id: Type.Optional(RecordId({ description: 'Só para editar: 0, vazio ou ausente cria' })),
  pessoaJuridica: Type.Optional(Bool({ description: 'Ausente: pelo tamanho do documento' })),
  nomeRazaoSocial: Line({ examples: ['Padaria do João'] }),
  sobrenomeNomeFantasia: Type.Optional(clearable(Line())),
  cpfCnpj: Line({ description: 'Com ou sem pontuação', examples: ['11144477735'], [UNSEARCHED]: 'document' }),
  email: Type.Optional(clearable(Line({ examples: ['contato@padaria.example'] }))),
  telefone1: Type.Optional(clearable(Line({ examples: ['11 4000-0000'] }))),
  telefone2: Type.Optional(clearable(Line())),
  foto: Type.Optional(
    clearable(
      Text({
        maxLength: MAX_PHOTO_CHARACTERS,
        [UNSEARCHED]: 'picture',
        description:
          'Imagem em base64: JPEG, PNG, WebP ou GIF. O que não for imagem é ignorado; vazio remove a foto',
      }),
    ),
  ),
  endereco: Type.Optional(clearable(AddressBody)),
  codigoCadastro: Type.Optional(
    Text({
      maxLength: MAX_TEXT_CHARACTERS,
      description: 'Código da primeira resposta: permite editar sem chave quem aguarda ativação',
    }),
  ),
});

const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const PersonStatus = Type.Object({ id: Type.Integer(), nome: TextOrNull });

const PersonRecord = Type.Object({
  id: Type.Integer({ examples: [3] }),
  pessoaJuridica: Type.Boolean(),
  nomeRazaoSocial: Type.String({ examples: ['Padaria do João'] }),
  sobrenomeNomeFantasia: TextOrNull,
  cpfCnpj: Type.String({ examples: ['11144477735'] }),
  cpfCnpjFormat: Type.String({ examples: ['111.444.777-35'] }),
  email: TextOrNull,
  telefone1: TextOrNull,
  telefone2: TextOrNull,
  endereco: AddressRecord,
  pessoaStatus: PersonStatus,
});

/** The answer to `Pessoa/Insert`; an edit without a key is answered with only what was sent. */
export const SavedPersonRecord = Type.Object(
  {
    ...PersonRecord.properties,
    codigoCadastro: Type.Optional(
      Type.String({
        description: 'Devolvido só nesta resposta, ao criar sem chave: guarde-o para editar até a ativação',
      }),
    ),
  },
  { title: 'Pessoa' },
);

/** A person in a login and in listings. */
export const ListedPerson = Type.Object(
  {
    key: TextOrNull,
    ...PersonRecord.properties,
    fotoThumbnail: TextOrNull,
    pessoaStatus: PersonStatus,
  },
  { title: 'PessoaListada' },
);

/** The person in a body; undefined: not sent, null: to be cleared. */
export interface SentPerson {
  /** Undefined: a new person. */
  readonly id: number | undefined;
  readonly document: string;
  readonly name: string;
  readonly legalPerson: boolean | undefined;
  readonly tradeName: Edited<string>;
  readonly email: Edited<string>;
  readonly phone1: Edited<string>;
  readonly phone2: Edited<string>;
  readonly address: Edited<Address>;
}

export function readPerson(body: Static<typeof PersonBody>): SentPerson {
  return {
    id: existingId(body.id),
    document: body.cpfCnpj,
    name: requiredText('nomeRazaoSocial', body.nomeRazaoSocial),
    legalPerson: body.pessoaJuridica,
    tradeName: body.sobrenomeNomeFantasia,
    email: body.email,
    phone1: body.telefone1,
    phone2: body.telefone2,
    address: body.endereco && readAddress(body.endereco),
  };
}

/** Undefined when none was sent. */
export function registrationCode({ codigoCadastro }: Static<typeof PersonBody>): Secret | undefined {
  return codigoCadastro === undefined ? undefined : new Secret(codigoCadastro.trim());
}

export function writePerson(person: Person): Static<typeof PersonRecord> {
  return {
    id: person.id,
    pessoaJuridica: person.legalPerson,
    nomeRazaoSocial: person.name,
    sobrenomeNomeFantasia: person.tradeName ?? null,
    cpfCnpj: person.document,
    cpfCnpjFormat: formatDocument(person.document),
    email: person.email ?? null,
    telefone1: person.phone1 ?? null,
    telefone2: person.phone2 ?? null,
    endereco: writeAddress(person.address),
    pessoaStatus: statusOf(person),
  };
}

/** `key` is the key that a login issued; stored keys are hashed, so lists never contain one. */
export function writeListedPerson(
  person: Person,
  extra: { readonly key: string | null; thumbnailUrl(photoId: string): string },
): Static<typeof ListedPerson> {
  const { pessoaStatus, ...fields } = writePerson(person);
  return {
    key: extra.key,
    ...fields,
    fotoThumbnail: person.photoId === undefined ? null : extra.thumbnailUrl(person.photoId),
    pessoaStatus,
  };
}

const WAITING = { id: 1, nome: null };
const INACTIVE = { id: 4, nome: 'Inativo' };
const ACTIVE = {
  seller: { id: 2, nome: 'Vendedor' },
  integrator: { id: 3, nome: 'Ativo Ambos' },
  operator: { id: 3, nome: 'Ativo Ambos' },
} as const;

/** "Ativo Ambos": acts for itself and for others. */
function statusOf(person: Person): Static<typeof PersonStatus> {
  switch (person.status) {
    case 'waiting':
      return WAITING;
    case 'active':
      return ACTIVE[person.role];
    case 'inactive':
      return INACTIVE;
  }
}
