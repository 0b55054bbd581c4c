import type { Written } from '../accounts/options.ts';
import type { Database, WriteTransaction } from '../platform/database/index.ts';
import { type ListWanted, searchNewest } from '../platform/text/search-newest.ts';
import { archiveClient, archiveTerminal, type ToArchive } from './archiving.ts';
import {
  type Client,
  type ClientTables,
  type ClientToSave,
  clientOfBuyer,
  findClient,
  saveClient,
  selectNewestClients,
} from './clients/index.ts';
import { type Operator, type OperatorTables, selectActiveOperators } from './operators/index.ts';
import type { Photos } from './photos/index.ts';
import {
  type CategoryTables,
  findCategory,
  type ProductCategory,
  saveCategory,
  selectNewestCategories,
} from './product-categories/index.ts';
import {
  deleteCategory,
  findProduct,
  type Product,
  type ProductTables,
  type ProductToSave,
  prepareProductPhoto,
  type SavedProduct,
  saveProduct,
  selectNewestProducts,
} from './products/index.ts';
import {
  findListedTerminal,
  type ListedTerminal,
  type PhysicalTerminal,
  saveTerminal,
  selectNewestTerminals,
  selectPhysicalTerminals,
  type Terminal,
  type TerminalTables,
  type TerminalToSave,
} from './terminals/index.ts';

const MAX_PHYSICAL_TERMINALS = 500;
const MAX_OPERATORS = 500;

interface ArchivableWanted extends ListWanted {
  /** Those in use, or the archived ones. */
  readonly archived: boolean;
}

/**
 * A person's products, terminals, operators and clients, for screens. Lists are newest first and can be searched. Each use case
 * documents the refusals it throws.
 */
export interface Catalogue {
  listProducts(personId: number, wanted: ListWanted): Promise<readonly Product[]>;
  findProduct(personId: number, id: number): Promise<Product | undefined>;
  /** First decodes the photo, in the person's turn. */
  saveProduct(request: ProductToSave, written: Written<Product>): Promise<SavedProduct>;
  listCategories(personId: number, wanted: ListWanted): Promise<readonly ProductCategory[]>;
  findCategory(personId: number, id: number): Promise<ProductCategory | undefined>;
  saveCategory(
    request: { readonly id: number | undefined; readonly personId: number; readonly name: string },
    written: Written<ProductCategory>,
  ): Promise<ProductCategory>;
  /** One that no product is in. */
  deleteCategory(
    category: { readonly id: number; readonly personId: number },
    written: (transaction: WriteTransaction) => Promise<void>,
  ): Promise<void>;
  listTerminals(personId: number, wanted: ArchivableWanted): Promise<readonly ListedTerminal[]>;
  findTerminal(personId: number, id: number): Promise<ListedTerminal | undefined>;
  /** The newest 500. */
  listPhysicalTerminals(personId: number): Promise<readonly PhysicalTerminal[]>;
  /** Who may be chosen at a till: the oldest 500. */
  listActiveOperators(personId: number): Promise<readonly Operator[]>;
  saveTerminal(request: TerminalToSave, written: Written<Terminal>): Promise<Terminal>;
  /** Archives a terminal that is not in use, or takes it back into use. */
  archiveTerminal(request: ToArchive, written: Written<Terminal>): Promise<Terminal>;
  listClients(personId: number, wanted: ArchivableWanted): Promise<readonly Client[]>;
  findClient(personId: number, id: number): Promise<Client | undefined>;
  saveClient(request: ClientToSave, written: Written<Client>): Promise<Client>;
  /** Archives a client of whom nothing is to be charged, or takes it back into use. */
  archiveClient(request: ToArchive, written: Written<Client>): Promise<Client>;
  /** The client with the document of a buyer, made if there is none. */
  clientOfBuyer(request: Omit<ClientToSave, 'id'>, written: Written<Client>): Promise<Client>;
}

type Tables = ProductTables & CategoryTables & TerminalTables & OperatorTables & ClientTables;

export function createCatalogue(options: {
  readonly database: Database;
  readonly photos: Pick<Photos, 'prepare' | 'keep' | 'assign'>;
}): Catalogue {
  const { database } = options;
  const tables = () => database.read<Tables>();
  return {
    listProducts: (personId, wanted) =>
      searchNewest(
        (page) => selectNewestProducts(tables(), personId, page),
        wanted,
        ({ name, description, reference, ean }) => [name, description, reference, ean],
      ),
    findProduct: (personId, id) => findProduct(tables(), personId, id),
    saveProduct: async (request, written) => {
      const photo = await prepareProductPhoto(options, request, { personId: request.personId });
      return saveProduct(options, request, photo, written);
    },
    listCategories: (personId, wanted) =>
      searchNewest(
        (page) => selectNewestCategories(tables(), personId, page),
        wanted,
        ({ name }) => [name],
      ),
    findCategory: (personId, id) => findCategory(tables(), personId, id),
    saveCategory: (request, written) => saveCategory(database, request, written),
    deleteCategory: (category, written) => deleteCategory(database, category, written),
    listTerminals: (personId, wanted) =>
      searchNewest(
        (page) => selectNewestTerminals(tables(), { personId, archived: wanted.archived }, page),
        wanted,
        ({ terminal, physical }) => [terminal.name, physical.name, physical.installationId],
      ),
    findTerminal: (personId, id) => findListedTerminal(tables(), personId, id),
    listPhysicalTerminals: (personId) => selectPhysicalTerminals(tables(), personId, MAX_PHYSICAL_TERMINALS),
    listActiveOperators: (personId) => selectActiveOperators(tables(), personId, MAX_OPERATORS),
    saveTerminal: (request, written) => saveTerminal(database, request, written),
    archiveTerminal: (request, written) => archiveTerminal(database, request, written),
    listClients: (personId, wanted) =>
      searchNewest(
        (page) => selectNewestClients(tables(), { personId, archived: wanted.archived }, page),
        wanted,
        ({ document, name, email, phone, reference }) => [document, name, email, phone, reference],
      ),
    findClient: (personId, id) => findClient(tables(), personId, id),
    saveClient: (request, written) => saveClient(database, request, written),
    archiveClient: (request, written) => archiveClient(database, request, written),
    clientOfBuyer: (request, written) => clientOfBuyer(database, request, written),
  };
}
