import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { OneTimeLink, PersonDetail } from '../../../../../src/panel/persons/schema.ts';
import { useActAs } from '../../api/acting.ts';
import { call } from '../../api/call.ts';
import { LinkDialog } from '../../session/link-dialog.tsx';
import { useFormats, useMay, useMe } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Badge } from '../../ui/feedback/status.tsx';
import { BackLink } from '../../ui/screens/back-link.tsx';
import { Fact, Facts } from '../../ui/screens/facts.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Columns, Section, Sheet } from '../../ui/screens/sheet.tsx';
import { type AccessRoute, AccessSection } from './person-access.tsx';
import { PersonSettings } from './person-settings.tsx';
import { originOf, PERSON_KIND, PERSON_STATUS, personTitle } from './person-words.ts';
import styles from './persons.module.css';

/** One person: profile, permissions and access. */
export function PersonScreen() {
  const { id } = useParams({ from: '/inside/pessoas/$id' });
  const person = useQuery({
    queryKey: ['person', id],
    queryFn: ({ signal }) => call('GET /persons/:id', { path: { id }, signal }),
  });
  if (person.error) return <ErrorNotice error={person.error} onRetry={() => person.refetch()} />;
  if (!person.data) return <Loading />;
  return <Profile person={person.data} />;
}

function Profile({ person }: { readonly person: PersonDetail }) {
  const me = useMe();
  const isPlatform = me.person.kind === 'operator';
  // Whoever changes an operator has the whole platform: the server lets only its administrators.
  const isOpen = person.kind !== 'operator' || me.user.role === 'platform_admin';
  const mayEdit = useMay('persons.write') && isOpen;
  const mayGiveAccess = useMay('platform.persons.write') && isOpen;
  const mayActivate = useMay('platform.persons.activate') && isOpen;
  const access = useAccess(person);
  const run = (route: AccessRoute) => () => access.mutate(route);
  const { full } = useFormats();
  return (
    <>
      <BackLink to="/pessoas" label={isPlatform ? 'Pessoas' : 'Lojas'} />
      <ScreenHead title={personTitle(person)}>
        <Badge {...PERSON_STATUS[person.status]} />
        {person.status === 'active' && person.kind !== 'operator' && <ActButton person={person} />}
        {mayActivate && person.status === 'waiting' && (
          <Button loading={access.isPending} onClick={run('POST /persons/:id/activate')}>
            Ativar
          </Button>
        )}
      </ScreenHead>
      {access.error && <ErrorNotice error={access.error} />}
      {person.heldUntil !== null && (
        <div className={styles.notice}>
          <Notice tone="wait">
            Senhas erradas demais: a entrada espera até {full(person.heldUntil)}.
            {mayGiveAccess && (
              <p>
                <Button
                  variant="default"
                  loading={access.isPending}
                  onClick={run('POST /persons/:id/unlock')}
                >
                  Desbloquear agora
                </Button>
              </p>
            )}
          </Notice>
        </div>
      )}
      <Columns>
        <Sheet>
          <ProfileFacts person={person} />
          <Section title="Formas de pagamento">
            {person.methods.length > 0 ? (
              <p>{person.methods.join(' · ')}</p>
            ) : (
              <p className="soft">Nenhuma: esta pessoa não pode receber.</p>
            )}
          </Section>
        </Sheet>
        <Sheet>
          <AccessSection
            person={person}
            mayActivate={mayActivate}
            mayGiveAccess={mayGiveAccess}
            onRun={(route) => access.mutate(route)}
            onChanged={access.refresh}
          />
          {isPlatform && <PersonSettings key={person.id} person={person} mayWrite={mayGiveAccess} />}
          {mayEdit && (
            <Section title="Cadastro">
              <Link to="/pessoas/$id/editar" params={{ id: String(person.id) }}>
                Editar os dados
              </Link>
            </Section>
          )}
        </Sheet>
      </Columns>
      {access.link && <LinkDialog link={access.link} onClose={access.closeLink} />}
    </>
  );
}

function ProfileFacts({ person }: { readonly person: PersonDetail }) {
  const { full } = useFormats();
  const { street, number, complement, district, city, state, postalCode } = person.address;
  const address = [[street, number, complement], [district], [city, state], [postalCode]]
    .map((part) => part.filter(Boolean).join(', '))
    .filter(Boolean)
    .join(' · ');
  return (
    <Section title="Quem é">
      <Facts>
        <Fact label="Nome ou razão social" value={person.name} wide />
        <Fact label="CPF ou CNPJ" value={person.document} copy={person.document} />
        <Fact label="Papel" value={PERSON_KIND[person.kind]} />
        <Fact label="Número" value={person.id} copy={String(person.id)} />
        <Fact label="E-mail" value={person.email} />
        <Fact label="Telefone" value={person.phone} />
        <Fact label="Endereço" value={address} wide />
        <Fact label="Cadastro" value={`${full(person.createdAt)} · ${originOf(person)}`} wide />
        <Fact label="Ativação" value={person.activatedAt === null ? null : full(person.activatedAt)} wide />
      </Facts>
      {person.like.map((other) => (
        <p key={other.id} className={styles.links}>
          <Link to="/pessoas/$id" params={{ id: String(other.id) }}>
            {other.same === 'document' ? 'Mesmo CPF ou CNPJ' : 'Mesmo e-mail'} de {other.name}
          </Link>
        </p>
      ))}
    </Section>
  );
}

/** Opens the other screens of the panel for this shop. */
function ActButton({ person }: { readonly person: PersonDetail }) {
  const actAs = useActAs();
  const navigate = useNavigate();
  return (
    <Button
      onClick={async () => {
        actAs({ id: person.id, name: personTitle(person) });
        await navigate({ to: '/vendas' });
      }}
    >
      Ver como esta loja
    </Button>
  );
}

/** Grants or renews access; a resulting link is shown once. */
function useAccess(person: PersonDetail) {
  const withStepUp = useStepUp();
  const client = useQueryClient();
  const [link, setLink] = useState<OneTimeLink>();
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: ['person', String(person.id)] });
    await client.invalidateQueries({ queryKey: ['persons'] });
  };
  const change = useMutation({
    mutationFn: (route: AccessRoute) => withStepUp(() => call(route, { path: { id: person.id } })),
    onSuccess: async (answer) => {
      if ('url' in answer) setLink(answer);
      await refresh();
    },
  });
  return { ...change, refresh, link, closeLink: () => setLink(undefined) };
}
