import { useMe } from '../../session/session.ts';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { documentText } from '../../ui/text/document-text.ts';
import { Passkeys } from './passkeys.tsx';
import { ChangePassword } from './password.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The user's own password, second factor and sessions. */
export function SecurityScreen() {
  const { user, person } = useMe();
  return (
    <>
      <ScreenHead title="Senha e segurança" />
      <Sheet>
        <Section title="Seu acesso">
          <p>
            {user.name} · <span className="soft">{user.email ?? documentText(person.document)}</span>
          </p>
        </Section>
        <Section title="Senha">
          <ChangePassword />
        </Section>
        <Section title="Segundo fator">
          <SecondFactor />
        </Section>
        <Section title="Chaves de acesso">
          <Passkeys />
        </Section>
        <Section title="Onde você está conectado">
          <Sessions />
        </Section>
      </Sheet>
    </>
  );
}
