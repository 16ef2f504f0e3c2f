/** What an open page hears, one message after the other. */
export async function listenTo(address: string) {
  const { body } = await fetch(`${address}/dev/events`);
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  return async (): Promise<{ stamp: number; rows: string; fault: string }> => {
    const { value = "" } = (await reader?.read()) ?? {};
    return JSON.parse(value.replace("data: ", ""));
  };
}
