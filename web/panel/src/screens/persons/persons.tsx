import { Button, SegmentedControl } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { PersonRow, PersonStatus } from '../../../../../src/panel/persons/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats, useMay, useMe } from '../../session/session.ts';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { SearchField } from '../../ui/lists/search-field.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Icon } from '../../ui/text/icon.tsx';
import { PERSON_KIND, PERSON_STATUS, personTitle } from './person-words.ts';
import styles from './persons.module.css';

const STATUSES: { value: PersonStatus | ''; label: string }[] = [
  { value: '', label: 'Todas' },
  { value: 'active', label: 'Ativas' },
  { value: 'waiting', label: 'Aguardam' },
  { value: 'inactive', label: 'Desativadas' },
];

/** All persons for the platform's team; for an integrator those that it created. */
export function PersonsScreen() {
  const mayWrite = useMay('persons.write');
  const isPlatform = useMe().person.kind === 'operator';
  const { short } = useFormats();
  const { busca = '', situacao } = useSearch({ from: '/inside/pessoas' });
  const navigate = useNavigate({ from: '/pessoas' });
  const persons = usePages<PersonRow>(['persons', busca, situacao ?? ''], (page, signal) =>
    call('GET /persons', {
      query: { ...page, search: busca, ...(situacao ? { status: situacao } : {}) },
      signal,
    }),
  );
  const columns: readonly ListColumn<PersonRow>[] = [
    {
      id: 'name',
      header: 'Pessoa',
      cell: ({ row }) => (
        <Link to="/pessoas/$id" params={{ id: String(row.original.id) }}>
          <b>{personTitle(row.original)}</b>
        </Link>
      ),
    },
    {
      id: 'document',
      header: 'CPF ou CNPJ',
      cell: ({ row }) => <span className="number">{row.original.document}</span>,
    },
    { id: 'kind', header: 'Papel', cell: ({ row }) => PERSON_KIND[row.original.kind] },
    {
      id: 'status',
      header: 'Situação',
      cell: ({ row }) => <Badge {...PERSON_STATUS[row.original.status]} />,
    },
    { id: 'email', header: 'E-mail', cell: ({ row }) => row.original.email ?? '–' },
    { id: 'createdAt', header: 'Cadastro', cell: ({ row }) => short(row.original.createdAt) },
    { id: 'id', header: 'Número', cell: ({ row }) => <span className="mono">{row.original.id}</span> },
  ];
  const add = mayWrite && (
    <Button component={Link} to="/pessoas/nova" leftSection={<Icon name="plus" />}>
      {isPlatform ? 'Nova pessoa' : 'Nova loja'}
    </Button>
  );
  return (
    <>
      <ScreenHead title={isPlatform ? 'Pessoas' : 'Lojas'}>{add}</ScreenHead>
      <div className={styles.filters}>
        <SearchField
          label="Nome, CPF ou CNPJ, e-mail, número"
          value={busca}
          onSearch={(words) =>
            navigate({
              search: { ...(words ? { busca: words } : {}), ...(situacao ? { situacao } : {}) },
              replace: true,
            })
          }
        />
        <SegmentedControl
          aria-label="Situação"
          data={STATUSES}
          value={situacao ?? ''}
          onChange={(value) =>
            navigate({ search: { ...(busca ? { busca } : {}), ...(value ? { situacao: value } : {}) } })
          }
        />
      </div>
      <DataList<PersonRow>
        caption="Pessoas, mais novas primeiro"
        columns={columns}
        {...persons}
        rowKey={({ id }) => String(id)}
        filtered={busca !== '' || situacao !== undefined}
        card={(person) => (
          <Link to="/pessoas/$id" params={{ id: String(person.id) }}>
            <b>{personTitle(person)}</b> <Badge {...PERSON_STATUS[person.status]} />
            <p className="soft">
              {PERSON_KIND[person.kind]} · {person.document}
            </p>
          </Link>
        )}
        empty={
          <>
            <b>{isPlatform ? 'Nenhuma pessoa ainda' : 'Nenhuma loja ainda'}</b>
            <p className="soft">
              {isPlatform
                ? 'Cadastre a primeira, ou espere quem se cadastrar.'
                : 'Cadastre a primeira loja: a plataforma a ativa, e você vende por ela.'}
            </p>
            {add}
          </>
        }
      />
    </>
  );
}
