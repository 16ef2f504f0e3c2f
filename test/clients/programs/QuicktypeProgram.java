// Types by quicktype, read by Jackson, calls by the standard library.
package facts;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

public class QuicktypeProgram {
  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    mapper.configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    String name = URLEncoder.encode("루시우", "UTF-8");
    Hero hero = mapper.readValue(read(args[0] + "/v1/overwatch/heroes/" + name), Hero.class);
    String query = "?since=2026-06-01&kind=season";
    JsonNode patches = mapper.readTree(read(args[0] + "/v1/overwatch/patches" + query));
    boolean isSome = patches.get("meta").get("count").asInt() > 0;
    new PrintStream(System.out, true, "UTF-8")
        .println(hero.getName() + " " + hero.getRole().toValue() + " " + isSome);
  }

  static String read(String address) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }
}
