import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Database } from '../../platform/database/index.ts';
import { actingPerson } from '../interface/acting-person.ts';
import { longList } from '../interface/long-list.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { saveCategory } from './save.ts';
import { selectCategoryPage } from './store.ts';
import type { CategoryTables } from './tables.ts';
import { CategoryBody, CategoryRecord, readCategory, writeCategory } from './wire.ts';

export function categoryOperations(options: {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson'>;
}): readonly Operation[] {
  const insert = operation({
    set: 'ProdutoCategoria',
    method: 'Insert',
    verbs: ['POST'],
    summary: 'Cria uma categoria de produtos, ou edita a do id enviado',
    key: 'required',
    forPerson: true,
    body: CategoryBody,
    answer: Type.Object({ produtoCategoria: CategoryRecord }),
    withData: true,
    audited: true,
    run: async ({ personId, body, written }) => {
      const person = await actingPerson(options.accounts, personId);
      const category = await saveCategory(options.database, { ...readCategory(body), personId }, written);
      return { produtoCategoria: writeCategory(category, person) };
    },
  });
  const list = operation({
    set: 'ProdutoCategoria',
    method: 'GetByPessoaId',
    verbs: ['GET', 'POST'],
    summary: 'Lista as categorias de produtos de uma pessoa',
    key: 'required',
    forPerson: true,
    answer: Type.Object({ produtosCategoria: Type.Array(CategoryRecord) }),
    withData: true,
    audited: false,
    run: async ({ personId }) => {
      const person = await actingPerson(options.accounts, personId);
      const tables = options.database.read<CategoryTables>();
      return {
        produtosCategoria: longList(
          (page) => selectCategoryPage(tables, personId, page),
          (category) => writeCategory(category, person),
        ),
      };
    },
  });
  return [insert, list];
}
