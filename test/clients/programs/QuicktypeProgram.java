// Types by quicktype, read by Jackson, calls by the standard library.
package facts;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

public class QuicktypeProgram {
  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    Site site = mapper.readValue(read(args[0] + "/every-document"), Site.class);
    for (GetHeroElement hero : site.getGetHero())
      if (hero.getID().equals("lucio"))
        new PrintStream(System.out, true, "UTF-8")
            .println(
                hero.getName() + " " + hero.getRole().toValue() + " " + site.getGetHero().size());
  }

  static String read(String address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
