// Types by quicktype, read by Json.NET, calls by the standard library.
using System;
using System.Linq;
using System.Net;
using System.Text;
using Facts;

class Program
{
    static void Main(string[] args)
    {
        var client = new WebClient { Encoding = Encoding.UTF8 };
        var site = Site.FromJson(client.DownloadString(args[0] + "/every-document"));
        var hero = site.GetHero.First(one => one.Id == "lucio");
        var role = hero.Role.ToString().ToLowerInvariant();
        var bytes = Encoding.UTF8.GetBytes(hero.Name + " " + role + " " + site.GetHero.Count() + "\n");
        Console.OpenStandardOutput().Write(bytes, 0, bytes.Length);
    }
}
