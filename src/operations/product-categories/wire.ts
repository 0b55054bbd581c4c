import Type, { type Static } from 'typebox';
import type { Person } from '../../accounts/persons/index.ts';
import { existingId, RecordId } from '../interface/record-id.ts';
import { Line, requiredText } from '../interface/texts.ts';
import type { ProductCategory } from './store.ts';

export const CategoryBody = Type.Object({
  id: Type.Optional(RecordId({ description: 'Só para editar: 0, vazio ou ausente cria' })),
  nome: Line({ examples: ['Bebidas'] }),
  pessoaId: Type.Optional(RecordId({ description: 'Dona da categoria; padrão: a pessoa da chave' })),
});

export const CategoryRecord = Type.Object(
  {
    id: Type.Integer({ examples: [7] }),
    nome: Type.String({ examples: ['Bebidas'] }),
    pessoa: Type.Object({
      id: Type.Integer({ examples: [1] }),
      nomeRazaoSocial: Type.String(),
      sobreNome: Type.Union([Type.String(), Type.Null()]),
      cpfCnpj: Type.String(),
    }),
  },
  { title: 'ProdutoCategoria' },
);

export function readCategory(body: Static<typeof CategoryBody>): { id: number | undefined; name: string } {
  return { id: existingId(body.id), name: requiredText('nome', body.nome) };
}

export function writeCategory(category: ProductCategory, person: Person): Static<typeof CategoryRecord> {
  return {
    id: category.id,
    nome: category.name,
    pessoa: {
      id: person.id,
      nomeRazaoSocial: person.name,
      sobreNome: person.tradeName ?? null,
      cpfCnpj: person.document,
    },
  };
}
