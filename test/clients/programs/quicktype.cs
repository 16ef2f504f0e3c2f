// Types by quicktype, read by Json.NET, calls by the standard library.
using System;
using System.Net;
using System.Text;
using Facts;
using Newtonsoft.Json.Linq;

class Program
{
    static void Main(string[] args)
    {
        var client = new WebClient { Encoding = Encoding.UTF8 };
        var name = Uri.EscapeDataString("루시우");
        var hero = Hero.FromJson(client.DownloadString(args[0] + "/v1/overwatch/heroes/" + name));
        var query = "?since=2026-06-01&kind=season";
        var patches = JObject.Parse(client.DownloadString(args[0] + "/v1/overwatch/patches" + query));
        var isSome = (int)patches["meta"]["count"] > 0;
        var line = hero.Name + " " + hero.Role.ToString().ToLowerInvariant() + " " + isSome.ToString().ToLowerInvariant();
        var bytes = Encoding.UTF8.GetBytes(line + "\n");
        Console.OpenStandardOutput().Write(bytes, 0, bytes.Length);
    }
}
