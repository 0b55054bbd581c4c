export function HomeScreen() {
  return <h1>Início</h1>;
}
