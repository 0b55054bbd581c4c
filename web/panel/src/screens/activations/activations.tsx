import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { LikePerson, OneTimeLink, PersonRow } from '../../../../../src/panel/persons/schema.ts';
import { call } from '../../api/call.ts';
import { LinkDialog } from '../../session/link-dialog.tsx';
import { useFormats, useMay } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { DataList, type ListColumn } from '../../ui/lists/data-list.tsx';
import { usePages } from '../../ui/lists/use-pages.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { originOf, PERSON_KIND, personTitle } from '../persons/person-words.ts';
import styles from '../persons/persons.module.css';
import { ReasonDialog } from '../persons/reason-dialog.tsx';

/** Persons that wait for activation: activate with a link to hand over, or refuse with a reason. */
export function ActivationsScreen() {
  const mayWrite = useMay('platform.persons.activate');
  const { short } = useFormats();
  const withStepUp = useStepUp();
  const refresh = useRefreshPersons();
  const [link, setLink] = useState<OneTimeLink>();
  const [refused, setRefused] = useState<PersonRow>();
  const waiting = usePages<PersonRow>(['persons', 'waiting'], (page, signal) =>
    call('GET /persons', { query: { ...page, status: 'waiting' }, signal }),
  );
  const activate = useMutation({
    mutationFn: (id: number) => withStepUp(() => call('POST /persons/:id/activate', { path: { id } })),
    onSuccess: (made) => {
      setLink(made);
      return refresh();
    },
  });
  const actions = (person: PersonRow) =>
    mayWrite && (
      <div className={styles.actions}>
        <Button
          size="compact-sm"
          loading={activate.isPending && activate.variables === person.id}
          onClick={() => activate.mutate(person.id)}
        >
          Ativar<span className="visually-hidden"> {personTitle(person)}</span>
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setRefused(person)}>
          Recusar<span className="visually-hidden"> {personTitle(person)}</span>
        </Button>
      </div>
    );
  const columns: readonly ListColumn<PersonRow>[] = [
    { id: 'name', header: 'Pessoa', cell: ({ row }) => <PersonLink person={row.original} /> },
    {
      id: 'document',
      header: 'CPF ou CNPJ',
      cell: ({ row }) => <span className="number">{row.original.document}</span>,
    },
    { id: 'kind', header: 'Papel', cell: ({ row }) => PERSON_KIND[row.original.kind] },
    { id: 'origin', header: 'Como chegou', cell: ({ row }) => originOf(row.original) },
    { id: 'createdAt', header: 'Desde', cell: ({ row }) => short(row.original.createdAt) },
    { id: 'actions', header: 'Decisão', cell: ({ row }) => actions(row.original) },
  ];
  return (
    <>
      <ScreenHead title="Ativações" />
      <p className={`soft ${styles.intro}`}>
        Confira os dados com quem pediu. Ao ativar, aparece um link de uso único: quem o recebe define a senha
        e entra.
      </p>
      {activate.error && <ErrorNotice error={activate.error} />}
      <DataList<PersonRow>
        caption="Pessoas que aguardam ativação, mais novas primeiro"
        columns={columns}
        {...waiting}
        rowKey={({ id }) => String(id)}
        card={(person) => (
          <div className={styles.card}>
            <PersonLink person={person} />
            <p className="soft">
              {PERSON_KIND[person.kind]} · {person.document}
            </p>
            <p className="soft">
              {originOf(person)} · {short(person.createdAt)}
            </p>
            {actions(person)}
          </div>
        )}
        empty={
          <>
            <b>Ninguém aguarda ativação</b>
            <p className="soft">Quem se cadastrar, ou for cadastrado por um integrador, aparece aqui.</p>
          </>
        }
      />
      {link && <LinkDialog link={link} onClose={() => setLink(undefined)} />}
      {refused && <RefuseDialog person={refused} onClose={() => setRefused(undefined)} />}
    </>
  );
}

function useRefreshPersons() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['persons'] });
}

function RefuseDialog({ person, onClose }: { readonly person: PersonRow; readonly onClose: () => void }) {
  const refresh = useRefreshPersons();
  const refuse = useMutation({
    mutationFn: (reason: string) =>
      call('POST /persons/:id/refuse', { path: { id: person.id }, body: { reason } }),
    onSuccess: () => {
      onClose();
      return refresh();
    },
  });
  return (
    <ReasonDialog
      title={`Recusar ${personTitle(person)}?`}
      verb="Recusar e apagar o cadastro"
      pending={refuse.isPending}
      error={refuse.error}
      onConfirm={(reason) => refuse.mutate(reason)}
      onClose={onClose}
    >
      <p>O cadastro é apagado. A pessoa pode se cadastrar de novo.</p>
    </ReasonDialog>
  );
}

function PersonLink({ person }: { readonly person: PersonRow }) {
  return (
    <div className={styles.name}>
      <Link to="/pessoas/$id" params={{ id: String(person.id) }}>
        <b>{personTitle(person)}</b>
      </Link>
      {person.like.map((other) => (
        <Link key={other.id} to="/pessoas/$id" params={{ id: String(other.id) }} title={likeText(other)}>
          <Badge
            label={likeLabel(other)}
            tone={other.status === 'waiting' ? 'wait' : 'wrong'}
            icon="warning"
          />
        </Link>
      ))}
    </div>
  );
}

function likeLabel({ same }: LikePerson): string {
  return same === 'document' ? 'Mesmo documento' : 'Mesmo e-mail';
}

function likeText(other: LikePerson): string {
  return `${likeLabel(other)} de ${other.name}`;
}
