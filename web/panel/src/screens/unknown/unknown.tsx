import { Link } from '@tanstack/react-router';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';

/** An address that leads nowhere, inside the frame: the menu goes on from here. */
export function UnknownScreen() {
  return (
    <>
      <ScreenHead title="Página não encontrada" />
      <p>
        O endereço pode ter sido digitado errado, ou a página não existe mais. Escolha no menu ou{' '}
        <Link to="/">volte ao início</Link>.
      </p>
    </>
  );
}
